; Arithmetic on the gang's number, and loads of what never changes, are done again behind the barrier; what
; follows no barrier does not count.
; RUN: simt-opt --passes='print<barrier-regions>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: region 1: behind a barrier in entry
; CHECK-NEXT: %n recomputed, instructions: 1
; CHECK-NEXT: %index recomputed, instructions: 3
; CHECK-NOT: %unused
declare void @heddle.gang.barrier(i32, i32)
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
entry:
  %n = load i32, ptr %context, !invariant.load !0
  %thread = mul i32 %gang, 16
  %index = add i32 %thread, %n
  %unused = mul i32 %gang, 5
  store volatile i32 %unused, ptr %context
  call void @heddle.gang.barrier(i32 0, i32 0)
  store volatile i32 %index, ptr %context
  store volatile i32 %n, ptr %context
  ret void
}
!0 = !{}
