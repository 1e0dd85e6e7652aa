; A barrier is a call into the run-time library, from which a thread returns when the others have come.
; RUN: simt-opt --passes=build-fiber-block-function --block=64 %s | FileCheck %s
; CHECK: call void @heddle_barrier(ptr %0, i32 %1, i32 0, i32 0)
declare void @heddle.barrier(i32, i32) convergent
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  call void @heddle.barrier(i32 0, i32 0)
  ret void
}
