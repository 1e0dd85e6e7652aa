; A loaded value that is used behind the barrier is kept in the frame.
; RUN: simt-opt --passes='print<barrier-regions>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: barrier regions of block.gang:
; CHECK-NEXT: all barriers are for the whole block
; CHECK-NEXT: gangs come to the same barriers
; CHECK-NEXT: region 0: from the start
; CHECK-NEXT: region 1: behind a barrier in entry
; CHECK-NEXT: %x in the frame
; CHECK-NOT: region
declare void @heddle.gang.barrier(i32, i32)
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
entry:
  %x = load <16 x float>, ptr %context
  call void @heddle.gang.barrier(i32 0, i32 0)
  store <16 x float> %x, ptr %context
  ret void
}
