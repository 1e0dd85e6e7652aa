; Two windows of the same registers, whose places are computed in different ways: since the counter of the loop is
; below 32, sign and zero extension are the same, and so are the places.
; RUN: simt-opt --passes=share-addresses %s | FileCheck %s
define void @block(ptr %shared) {
; CHECK: loop:
; CHECK: %first = getelementptr i8, ptr %shared, i64 %i
; CHECK: load <16 x float>, ptr %first
; CHECK: %same = getelementptr i8, ptr %first, i64 0
; CHECK: store <16 x float> %value, ptr %same
; CHECK: %next = getelementptr i8, ptr %first, i64 64
; CHECK: store <16 x float> %value, ptr %next
entry:
  br label %loop
loop:
  %gang = phi i32 [ 0, %entry ], [ %more, %loop ]
  %n = shl i32 %gang, 7
  %i = sext i32 %n to i64
  %first = getelementptr i8, ptr %shared, i64 %i
  %value = load <16 x float>, ptr %first
  %o = or disjoint i32 %n, 8
  %j = zext nneg i32 %o to i64
  %far = getelementptr i8, ptr %shared, i64 %j
  %same = getelementptr i8, ptr %far, i64 -8
  store <16 x float> %value, ptr %same
  %next = getelementptr i8, ptr %far, i64 56
  store <16 x float> %value, ptr %next
  %more = add nuw nsw i32 %gang, 1
  %again = icmp ult i32 %gang, 31
  br i1 %again, label %loop, label %done
done:
  ret void
}
