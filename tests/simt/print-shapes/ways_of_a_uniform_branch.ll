; Lanes that part on one side of a uniform branch bring the same value to where they meet, and the other
; side brings another one. No lane goes both ways, so the phi is uniform. It varies if the lanes that
; have parted bring different values, and so does one to which parted lanes come in later iterations.
; RUN: simt-opt --passes='print<shapes>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: join: join
; CHECK-NEXT: next uniform
; CHECK-NEXT: other varying
; CHECK: met: join
; CHECK-NEXT: late varying
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %n = load i32, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %is.small = icmp ult i32 %tid, 5
  %is.whole = icmp ult i32 %n, 1000
  br i1 %is.whole, label %whole, label %partial
whole:
  br label %join
partial:
  br i1 %is.small, label %few, label %join
few:
  br label %join
join:
  %next = phi i32 [ 7, %whole ], [ %n, %partial ], [ %n, %few ]
  %other = phi i32 [ 7, %whole ], [ %n, %partial ], [ 7, %few ]
  store volatile i32 %next, ptr %params
  store volatile i32 %other, ptr %params
  br label %loop
loop:
  %i = phi i32 [ 0, %join ], [ %i.next, %latch ]
  %is.end = icmp eq i32 %i, %n
  br i1 %is.end, label %met, label %body
body:
  %is.first = icmp eq i32 %i, %tid
  br i1 %is.first, label %left, label %latch
left:
  br i1 %is.small, label %met, label %right
right:
  br label %met
latch:
  %i.next = add i32 %i, 1
  br label %loop
met:
  %late = phi i32 [ 1, %loop ], [ 2, %left ], [ 2, %right ]
  store volatile i32 %late, ptr %params
  ret void
}
!0 = !{}
