; A barrier in a loop that all threads go round equally often needs no check, and neither does one
; behind a branch on the number of the block.
; RUN: simt-opt --passes='check-barriers' %s | FileCheck %s
; CHECK-NOT: heddle_sync
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %n = load i32, ptr %params, align 4, !invariant.load !0
  %block = call i32 @heddle.ctaid.x()
  %first = icmp eq i32 %block, 0
  br i1 %first, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @heddle.barrier(i32 0, i32 0), !heddle.aligned !0
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare i32 @heddle.ctaid.x()
declare void @heddle.barrier(i32, i32)
!0 = !{}
