; A gang whose lanes read a word until it changes lets the other gangs and blocks go on.
; RUN: simt-opt --passes='function(canonicalise-control-flow,insert-yields)' --block=64 --width=16 %s | FileCheck %s
define void @k(ptr %params) "heddle-kernel" {
; CHECK: loop:
; CHECK: load volatile
; CHECK: call void @heddle.wait()
; CHECK-NEXT: br label %loop
entry:
  %flag = load ptr, ptr %params, !invariant.load !0
  br label %loop
loop:
  %value = load volatile i32, ptr %flag
  %closed = icmp eq i32 %value, 0
  br i1 %closed, label %loop, label %done
done:
  ret void
}
!0 = !{}
