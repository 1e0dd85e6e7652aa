; Gangs that take turns fetch ahead what the loop reads: 64 threads read 256 bytes a turn, so 8 turns are the limit.
; RUN: simt-opt --passes='function(canonicalise-control-flow,insert-yields)' --block=64 --width=16 %s | FileCheck %s
; CHECK: loop:
; CHECK: [[DISTANCE:%.*]] = mul i32 %step, 8
; CHECK: [[LATER:%.*]] = add i32 %i, [[DISTANCE]]
; CHECK: [[INDEX:%.*]] = zext i32 [[LATER]] to i64
; CHECK: [[AHEAD:%.*]] = getelementptr float, ptr %in, i64 [[INDEX]]
; CHECK: call void @llvm.prefetch.p0(ptr [[AHEAD]], i32 0, i32 3, i32 1)
; CHECK: load float, ptr %at
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.nctaid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %in = load ptr, ptr %params, !invariant.load !0
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %blocks = call i32 @heddle.nctaid.x()
  %step = shl i32 %blocks, 6
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %next, %loop ]
  %turn = phi i32 [ 0, %entry ], [ %turn.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %index = zext nneg i32 %i to i64
  %at = getelementptr inbounds float, ptr %in, i64 %index
  %value = load float, ptr %at
  %added = fadd float %sum, %value
  %next = add i32 %i, %step
  %turn.next = add i32 %turn, 1
  %more = icmp ult i32 %turn.next, 100
  br i1 %more, label %loop, label %done
done:
  %out = getelementptr float, ptr %in, i32 %tid
  store float %added, ptr %out
  ret void
}
!0 = !{}
