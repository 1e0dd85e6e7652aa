; A block of one gang meets nobody: its barriers go.
; RUN: simt-opt --passes=build-block-function --block=16 --width=16 %s | FileCheck %s
declare void @heddle.gang.barrier(i32, i32) convergent
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  store volatile i32 1, ptr %context
  call void @heddle.gang.barrier(i32 0, i32 0)
  store volatile i32 2, ptr %context
  ret void
}
; CHECK: define internal void @block.gang
; CHECK-NOT: call void @heddle.gang.barrier
; CHECK: define i32 @block
