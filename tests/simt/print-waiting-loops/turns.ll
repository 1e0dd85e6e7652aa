; Threads take turns: each counts up only when the number says that it is the one, and waits for the
; others until then.
; RUN: simt-opt --passes='print<waiting-loops>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: k waits
define void @k(ptr %params, i32 %me) "heddle-kernel" {
  %p = load ptr, ptr %params, !invariant.load !0
  br label %loop
loop:
  %v = load volatile i32, ptr %p
  %mine = icmp eq i32 %v, %me
  br i1 %mine, label %take, label %latch
take:
  %next = add i32 %v, 1
  store volatile i32 %next, ptr %p
  br label %latch
latch:
  %again = load volatile i32, ptr %p
  %done = icmp sgt i32 %again, 100
  br i1 %done, label %end, label %loop
end:
  ret void
}
!0 = !{}
