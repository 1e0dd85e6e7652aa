; An index by rows of another length than the block's is not the number of a thread.
; RUN: simt-opt --passes='function(use-thread-numbers),print<shapes>' --block=4x4 --width=16 %s | FileCheck %s
; CHECK: at pattern 0 4 8 12 32 36 40 44 64
; CHECK-LABEL: define void @k(
; CHECK-NOT: @heddle.laneid()
; CHECK: %at = getelementptr i32, ptr %out, i32 %thread
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.tid.y() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %out = load ptr, ptr %params, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %y = call i32 @heddle.tid.y()
  %row = shl nuw nsw i32 %y, 3
  %thread = or disjoint i32 %row, %x
  %at = getelementptr i32, ptr %out, i32 %thread
  store i32 7, ptr %at
  ret void
}
!0 = !{}
