; A thread reads all flags again and again until each is set. The two loops share one header: the index
; begins again at zero after the last flag.
; RUN: simt-opt --passes='print<waiting-loops>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: k waits
define void @k(ptr %params, i64 %n) "heddle-kernel" {
  %flags = load ptr, ptr %params, !invariant.load !0
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %latch ]
  %all = phi i1 [ true, %0 ], [ %kept, %latch ]
  %p = getelementptr i32, ptr %flags, i64 %i
  %v = load volatile i32, ptr %p
  %set = icmp ne i32 %v, 0
  %still = and i1 %all, %set
  %more = add i64 %i, 1
  %end = icmp eq i64 %more, %n
  br i1 %end, label %tested, label %latch
tested:
  br i1 %still, label %done, label %latch
latch:
  %next = phi i64 [ %more, %loop ], [ 0, %tested ]
  %kept = phi i1 [ %still, %loop ], [ true, %tested ]
  br label %loop
done:
  ret void
}
!0 = !{}
