; A barrier with a name, or for half of the block's threads, needs a state for each gang. One that counts all
; threads of the block is a barrier for the whole block.
; RUN: simt-opt --passes='print<barrier-regions>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: barrier regions of half:
; CHECK-NEXT: barriers are named, or for part of the block
; CHECK: barrier regions of whole:
; CHECK-NEXT: all barriers are for the whole block
declare void @heddle.gang.barrier(i32, i32)
define internal void @half(ptr %context, i32 %gang) "heddle-gang" {
  call void @heddle.gang.barrier(i32 1, i32 32)
  ret void
}
define internal void @whole(ptr %context, i32 %gang) "heddle-gang" {
  call void @heddle.gang.barrier(i32 0, i32 64)
  ret void
}
