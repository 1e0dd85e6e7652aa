; A loop whose end is known beforehand does not wait, whatever it reads.
; RUN: simt-opt --passes='print<waiting-loops>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: k does not wait, for no lanes
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr %data
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 100
  br i1 %more, label %loop, label %done
done:
  ret void
}
!0 = !{}
