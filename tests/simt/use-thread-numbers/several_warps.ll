; In larger blocks the number of the warp comes before that of the lane. Rows need not be a power of two.
; RUN: simt-opt --passes='function(use-thread-numbers),print<shapes>' --block=12x8 --width=16 %s | FileCheck %s
; CHECK: at affine 4
; CHECK-LABEL: define void @k(
; CHECK: %[[LANE:.*]] = call {{.*}}i32 @heddle.laneid()
; CHECK: %[[WARP:.*]] = call {{.*}}i32 @heddle.warpid()
; CHECK: %[[FIRST:.*]] = shl nuw nsw i32 %[[WARP]], 5
; CHECK: %[[THREAD:.*]] = add nuw nsw i32 %[[FIRST]], %[[LANE]]
; CHECK: %at = getelementptr i32, ptr %out, i32 %[[THREAD]]
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.tid.y() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %out = load ptr, ptr %params, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %y = call i32 @heddle.tid.y()
  %row = mul nuw nsw i32 %y, 12
  %thread = add nuw nsw i32 %row, %x
  %at = getelementptr i32, ptr %out, i32 %thread
  store i32 7, ptr %at
  ret void
}
!0 = !{}
