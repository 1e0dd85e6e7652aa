; In a block of rows of 4 threads, a gang of 16 lanes covers four rows. The number of a thread is affine there,
; and in a block of one warp it is the number of its lane.
; RUN: simt-opt --passes='function(use-thread-numbers),print<shapes>' --block=4x4 --width=16 %s | FileCheck %s
; CHECK: at affine 4
; CHECK-LABEL: define void @k(
; CHECK: %[[LANE:.*]] = call {{.*}}i32 @heddle.laneid()
; CHECK: %at = getelementptr i32, ptr %out, i32 %[[LANE]]
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.tid.y() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %out = load ptr, ptr %params, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %y = call i32 @heddle.tid.y()
  %row = shl nuw nsw i32 %y, 2
  %thread = or disjoint i32 %row, %x
  %at = getelementptr i32, ptr %out, i32 %thread
  store i32 7, ptr %at
  ret void
}
!0 = !{}
