; A vote in a loop that threads leave at different times: those who have left wait behind the loop.
; RUN: simt-opt --passes='check-barriers' %s | FileCheck %s
; CHECK: [[PLACES:@reconvergence.*]] = private constant [2 x i32] [i32 1, i32 1]
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %to = load ptr, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  br label %loop
; CHECK: loop:
; CHECK: call void @heddle_sync_warp(i32 255, ptr {{@site.*}}, ptr [[PLACES]])
; CHECK-NEXT: call i1 @heddle.vote.any
loop:
  %i = phi i32 [ %tid, %entry ], [ %next, %loop ]
  %any = call i1 @heddle.vote.any(i1 true, i32 255)
  %next = add i32 %i, 32
  %more = icmp ult i32 %next, 100
  br i1 %more, label %loop, label %behind
; CHECK: behind:
; CHECK-NEXT: call void @heddle_sync_passed(i32 1)
behind:
  store i1 %any, ptr %to, align 1
  ret void
}
declare i32 @heddle.tid.x()
declare i1 @heddle.vote.any(i1, i32)
!0 = !{}
