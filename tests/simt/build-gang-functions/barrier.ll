; A barrier is a call for the whole gang, which build-block-function takes apart.
; RUN: simt-opt --passes=build-gang-functions --block=64 --width=16 %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK: call void @heddle.gang.barrier(i32 0, i32 0)
declare void @heddle.barrier(i32, i32) convergent
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  call void @heddle.barrier(i32 0, i32 0)
  ret void
}
