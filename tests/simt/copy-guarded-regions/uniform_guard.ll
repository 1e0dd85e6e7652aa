; A branch that all lanes take together anyway needs no copy.
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-guarded-regions)' --block=64 --width=16 %s | FileCheck %s
; CHECK-LABEL: @uniform
; CHECK-NOT: heddle.mask
; CHECK-LABEL: @divergent
; CHECK: call i1 @heddle.mask.all
declare i32 @heddle.tid.x() memory(none)
define void @uniform(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %n = load i32, ptr %params, !invariant.load !0
  %pp = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %pp, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %some = icmp slt i32 0, %n
  br i1 %some, label %body, label %done
body:
  %wide = sext i32 %tid to i64
  %at = getelementptr float, ptr %data, i64 %wide
  %x = load float, ptr %at
  %next = getelementptr float, ptr %at, i64 1
  %y = load float, ptr %next
  %sum = fadd float %x, %y
  store float %sum, ptr %at
  br label %done
done:
  ret void
}
define void @divergent(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %n = load i32, ptr %params, !invariant.load !0
  %pp = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %pp, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %some = icmp slt i32 %tid, %n
  br i1 %some, label %body, label %done
body:
  %wide = sext i32 %tid to i64
  %at = getelementptr float, ptr %data, i64 %wide
  %x = load float, ptr %at
  %next = getelementptr float, ptr %at, i64 1
  %y = load float, ptr %next
  %sum = fadd float %x, %y
  store float %sum, ptr %at
  br label %done
done:
  ret void
}
!0 = !{}
