; A barrier of the block begins a new epoch of the thread's stamp. The engine is told of barriers of warps. A
; shuffle orders nothing.
; RUN: simt-opt --passes='check-shared-races' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: call void @heddle.barrier(i32 0, i32 0)
; CHECK-NEXT: %stamp = load i64, ptr %stamp.at
; CHECK-NEXT: [[LATER:%.*]] = add i64 %stamp, 17592186044416
; CHECK-NEXT: [[NEXT:%.*]] = and i64 [[LATER]], -17590038560769
; CHECK-NEXT: store i64 [[NEXT]], ptr %stamp.at
; CHECK-NEXT: call void @heddle_race_warp_arrive(i32 -1)
; CHECK-NEXT: call void @heddle.warp.barrier(i32 -1)
; CHECK-NEXT: call void @heddle_race_warp_leave(i32 -1)
; CHECK-NEXT: %r = call { i32, i1 } @heddle.shfl.idx
; CHECK-NEXT: ret void
  call void @heddle.barrier(i32 0, i32 0)
  call void @heddle.warp.barrier(i32 -1)
  %r = call { i32, i1 } @heddle.shfl.idx(i32 1, i32 0, i32 31, i32 -1)
  ret void
}
declare void @heddle.barrier(i32, i32)
declare void @heddle.warp.barrier(i32)
declare { i32, i1 } @heddle.shfl.idx(i32, i32, i32, i32)
