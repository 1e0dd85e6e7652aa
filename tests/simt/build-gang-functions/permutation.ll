; In a gang that is a warp, lanes whose numbers are computed from the reading lane's own are
; constants, and a shuffle from them is one permutation without a way through memory.
; RUN: simt-opt --passes=build-gang-functions --block=64 --width=32 %s | FileCheck %s
; CHECK-NOT: alloca <32 x i32>
; CHECK: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 0, i32 8, i32 16, i32 24, i32 1, i32 9, i32 17, {{.*}} i32 15, i32 23, i32 31>
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.laneid() memory(none)
declare { i32, i1 } @heddle.shfl.idx(i32, i32, i32, i32) convergent
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %x = load i32, ptr %at
  %lane = call i32 @heddle.laneid()
  %low = and i32 %lane, 3
  %high = lshr i32 %lane, 2
  %shifted = shl i32 %low, 3
  %source = or i32 %shifted, %high
  %pair = call { i32, i1 } @heddle.shfl.idx(i32 %x, i32 %source, i32 31, i32 -1)
  %y = extractvalue { i32, i1 } %pair, 0
  store i32 %y, ptr %at
  ret void
}
!0 = !{}
