; Addresses in other memory, and those whose distance differs from iteration to iteration, stay as they are.
; RUN: simt-opt --passes=share-addresses %s | FileCheck %s
define void @block(ptr %shared, ptr %out) {
; CHECK: loop:
; CHECK: %first = getelementptr i8, ptr %shared, i64 %i
; CHECK: %other = getelementptr i8, ptr %out, i64 %i
; CHECK: %half = getelementptr i8, ptr %shared, i64 %h
entry:
  br label %loop
loop:
  %gang = phi i64 [ 0, %entry ], [ %more, %loop ]
  %i = shl i64 %gang, 7
  %first = getelementptr i8, ptr %shared, i64 %i
  %value = load <16 x float>, ptr %first
  %other = getelementptr i8, ptr %out, i64 %i
  store <16 x float> %value, ptr %other
  %h = shl i64 %gang, 6
  %half = getelementptr i8, ptr %shared, i64 %h
  store <16 x float> %value, ptr %half
  %more = add nuw nsw i64 %gang, 1
  %again = icmp ult i64 %gang, 31
  br i1 %again, label %loop, label %done
done:
  ret void
}
