; Lanes leave the loop in different iterations, some by the test of `body` and those that are left by that
; of `loop`. Where the ways from both exits meet, the lanes have different values, although the exit in
; `loop` is one that all lanes take together.
; RUN: simt-opt --passes='print<shapes>' --block=64 --width=16 --disable-output %s | FileCheck %s
; RUN: simt-opt --passes='function(canonicalise-control-flow,print<shapes>)' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: met: join
; CHECK-NEXT: late varying
; CHECK: loop loop divergent
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %n = load i32, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %is.end = icmp eq i32 %i, %n
  br i1 %is.end, label %met, label %body
body:
  %is.first = icmp eq i32 %i, %tid
  br i1 %is.first, label %left, label %latch
left:
  br label %met
latch:
  %i.next = add i32 %i, 1
  br label %loop
met:
  %late = phi i32 [ 1, %loop ], [ 2, %left ]
  store volatile i32 %late, ptr %params
  ret void
}
!0 = !{}
