; Barriers of the block and of warps are noted when the thread has passed them.
; RUN: simt-opt --passes='check-shared-races' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: call void @heddle.barrier(i32 0, i32 0)
; CHECK-NEXT: call void @heddle_note_barrier(i32 0)
; CHECK-NEXT: call void @heddle.warp.barrier(i32 -1)
; CHECK-NEXT: call void @heddle_note_barrier(i32 1)
; CHECK-NEXT: %r = call { i32, i1 } @heddle.shfl.idx
; CHECK-NEXT: call void @heddle_note_barrier(i32 1)
; CHECK-NEXT: ret void
  call void @heddle.barrier(i32 0, i32 0)
  call void @heddle.warp.barrier(i32 -1)
  %r = call { i32, i1 } @heddle.shfl.idx(i32 1, i32 0, i32 31, i32 -1)
  ret void
}
declare void @heddle.barrier(i32, i32)
declare void @heddle.warp.barrier(i32)
declare { i32, i1 } @heddle.shfl.idx(i32, i32, i32, i32)
