; A word that is read until it changes is waited for, and no lane of the gang is.
; RUN: simt-opt --passes='print<waiting-loops>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: k waits, for no lanes
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %flag = load ptr, ptr %params, !invariant.load !0
  br label %loop
loop:
  %v = load volatile i32, ptr %flag
  %closed = icmp eq i32 %v, 0
  br i1 %closed, label %loop, label %done
done:
  ret void
}
!0 = !{}
