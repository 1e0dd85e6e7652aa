; A thread sets its bit again and again until all bits are set: that its own bit is set changes nothing
; after the first time, so it waits for the others.
; RUN: simt-opt --passes='print<waiting-loops>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: k waits
define void @k(ptr %params, i32 %bit) "heddle-kernel" {
  %p = load ptr, ptr %params, !invariant.load !0
  br label %loop
loop:
  %v = load volatile i32, ptr %p
  %set = or i32 %v, %bit
  store volatile i32 %set, ptr %p
  %again = load volatile i32, ptr %p
  %done = icmp eq i32 %again, -1
  br i1 %done, label %end, label %loop
end:
  ret void
}
!0 = !{}
