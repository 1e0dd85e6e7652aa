; The address of the flag is loaded in the loop, from the same place each time. A walk along a list, which
; loads each address from the one before, waits for nobody.
; RUN: simt-opt --passes='print<waiting-loops>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: flag waits
; CHECK: list does not wait
define void @flag(ptr %params) "heddle-kernel" {
  %places = load ptr, ptr %params, !invariant.load !0
  br label %loop
loop:
  %p = load ptr, ptr %places
  %v = load volatile i32, ptr %p
  %z = icmp eq i32 %v, 0
  br i1 %z, label %loop, label %done
done:
  ret void
}
define void @list(ptr %params) "heddle-kernel" {
  %first = load ptr, ptr %params, !invariant.load !0
  br label %loop
loop:
  %p = phi ptr [ %first, %0 ], [ %next, %loop ]
  %next = load volatile ptr, ptr %p
  %end = icmp eq ptr %next, null
  br i1 %end, label %done, label %loop
done:
  ret void
}
!0 = !{}
