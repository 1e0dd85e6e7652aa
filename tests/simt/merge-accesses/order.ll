; A store between two loads may change what the second one reads, so they stay apart.
; RUN: simt-opt --passes='function(canonicalise-control-flow,merge-accesses)' --block=64 --width=16 %s | FileCheck %s
; CHECK: %a = load float, ptr %x, align 4
; CHECK: store float %a, ptr %y
; CHECK: %b = load float, ptr %x.next, align 4
declare i32 @heddle.tid.x() memory(none)
declare ptr @heddle.shared.base() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %in = load ptr, ptr %params, !invariant.load !0
  %y.at = getelementptr i8, ptr %params, i64 8
  %y = load ptr, ptr %y.at, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %offset = shl i64 %wide, 3
  %x = getelementptr i8, ptr %in, i64 %offset
  %a = load float, ptr %x, align 4
  store float %a, ptr %y, align 4
  %x.next = getelementptr i8, ptr %x, i64 4
  %b = load float, ptr %x.next, align 4
  %sum = fadd float %a, %b
  store float %sum, ptr %y, align 4
  ret void
}
!0 = !{}
