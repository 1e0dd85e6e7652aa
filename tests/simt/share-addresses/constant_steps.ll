; An address that already is another one and a constant stays as it is, and code outside of loops, too.
; RUN: simt-opt --passes=share-addresses %s | FileCheck %s
define void @block(ptr %shared, i64 %n) {
; CHECK: %a = getelementptr i8, ptr %shared, i64 %n
; CHECK: %b = getelementptr i8, ptr %shared, i64 %m
; CHECK: loop:
; CHECK: %first = getelementptr i8, ptr %shared, i64 %i
; CHECK: %second = getelementptr i8, ptr %first, i64 64
entry:
  %a = getelementptr i8, ptr %shared, i64 %n
  store i32 0, ptr %a
  %m = add i64 %n, 4
  %b = getelementptr i8, ptr %shared, i64 %m
  store i32 0, ptr %b
  br label %loop
loop:
  %gang = phi i64 [ 0, %entry ], [ %more, %loop ]
  %i = shl i64 %gang, 7
  %first = getelementptr i8, ptr %shared, i64 %i
  %value = load <16 x float>, ptr %first
  %second = getelementptr i8, ptr %first, i64 64
  store <16 x float> %value, ptr %second
  %more = add nuw nsw i64 %gang, 1
  %again = icmp ult i64 %gang, 31
  br i1 %again, label %loop, label %done
done:
  ret void
}
