; A reduction over 64 elements: each of its six steps has its number of working threads as a constant.
; RUN: simt-opt --passes='function(unroll-barrier-loops)' --block=64 --width=16 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)
declare void @heddle.barrier(i32, i32)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK: call void @heddle.barrier
; CHECK: icmp ult i32 %tid, 32
; CHECK: call void @heddle.barrier
; CHECK: icmp ult i32 %tid, 16
; CHECK: icmp ult i32 %tid, 8
; CHECK: icmp ult i32 %tid, 4
; CHECK: icmp ult i32 %tid, 2
; CHECK: icmp ult i32 %tid, 1
; CHECK-NOT: call void @heddle.barrier
; CHECK: ret void
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %i = zext nneg i32 %tid to i64
  %at = getelementptr float, ptr %data, i64 %i
  br label %loop
loop:
  %d = phi i32 [ 32, %entry ], [ %half, %next ]
  call void @heddle.barrier(i32 0, i32 0)
  %works = icmp ult i32 %tid, %d
  br i1 %works, label %step, label %next
step:
  %far = zext i32 %d to i64
  %other = getelementptr float, ptr %at, i64 %far
  %x = load float, ptr %at
  %y = load float, ptr %other
  %sum = fadd float %x, %y
  store float %sum, ptr %at
  br label %next
next:
  %half = lshr i32 %d, 1
  %more = icmp ugt i32 %d, 1
  br i1 %more, label %loop, label %done
done:
  ret void
}
!0 = !{}
