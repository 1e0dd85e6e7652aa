; A volatile variable of the thread's own changes only where the thread itself writes to it.
; RUN: simt-opt --passes='print<waiting-loops>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: k does not wait
define void @k(ptr %params) "heddle-kernel" {
  %count = alloca i32
  store volatile i32 0, ptr %count
  br label %loop
loop:
  %v = load volatile i32, ptr %count
  %next = add i32 %v, 1
  store volatile i32 %next, ptr %count
  %again = load volatile i32, ptr %count
  %less = icmp slt i32 %again, 20000
  br i1 %less, label %loop, label %done
done:
  ret void
}
