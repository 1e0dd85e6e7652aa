; `if (i < n) body`: when the condition holds in all active lanes, they take a copy of the body together.
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-guarded-regions)' --block=64 --width=16 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK: %inside = icmp slt i32 %tid, %n
; CHECK: [[ALL:%.*]] = call i1 @heddle.mask.all(i1 %inside)
; CHECK: br i1 [[ALL]]
; CHECK-COUNT-2: store float
entry:
  %n = load i32, ptr %params, !invariant.load !0
  %pp = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %pp, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %inside = icmp slt i32 %tid, %n
  br i1 %inside, label %body, label %done
body:
  %wide = sext i32 %tid to i64
  %at = getelementptr float, ptr %data, i64 %wide
  %next = getelementptr float, ptr %at, i64 1
  %x = load float, ptr %at
  %y = load float, ptr %next
  %sum = fadd float %x, %y
  store float %sum, ptr %at
  br label %done
done:
  ret void
}
!0 = !{}
