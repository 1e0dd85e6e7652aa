; Kept: a loop that counts, where all iterations are alike, and one whose end is not known.
; RUN: simt-opt --passes='function(unroll-barrier-loops)' --block=64 --width=16 %s | FileCheck %s
declare void @heddle.barrier(i32, i32)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-COUNT-2: call void @heddle.barrier
; CHECK-NOT: call void @heddle.barrier
entry:
  %n = load i32, ptr %params, !invariant.load !0
  br label %counts
counts:
  %i = phi i32 [ 0, %entry ], [ %next, %counts ]
  call void @heddle.barrier(i32 0, i32 0)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 8
  br i1 %more, label %counts, label %middle
middle:
  br label %doubles
doubles:
  %d = phi i32 [ 1, %middle ], [ %twice, %doubles ]
  call void @heddle.barrier(i32 0, i32 0)
  %twice = shl i32 %d, 1
  %again = icmp ult i32 %twice, %n
  br i1 %again, label %doubles, label %done
done:
  ret void
}
!0 = !{}
