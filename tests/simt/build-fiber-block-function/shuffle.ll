; So is a warp operation; value and predicate come back in one number.
; RUN: simt-opt --passes=build-fiber-block-function --block=64 %s | FileCheck %s
; CHECK: [[BOTH:%.*]] = call i64 @heddle_warp_operation(ptr %0, i32 %1, i32 {{[0-9]+}}, i64 5, i32 1, i32 31, i32 -1)
; CHECK: trunc i64 [[BOTH]] to i32
; CHECK: lshr i64 [[BOTH]], 32
declare { i32, i1 } @heddle.shfl.down(i32, i32, i32, i32) convergent
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %pair = call { i32, i1 } @heddle.shfl.down(i32 5, i32 1, i32 31, i32 -1)
  %y = extractvalue { i32, i1 } %pair, 0
  store volatile i32 %y, ptr %params
  ret void
}
