; Pairs that are four elements apart leave a gap, and pairs in shared memory need no merging.
; RUN: simt-opt --passes='function(canonicalise-control-flow,merge-accesses)' --block=64 --width=16 %s | FileCheck %s
; CHECK: %a = load float, ptr %x, align 4
; CHECK: %b = load float, ptr %x.next, align 4
; CHECK: store float %a, ptr %s
; CHECK: store float %b, ptr %s.next
declare i32 @heddle.tid.x() memory(none)
declare ptr @heddle.shared.base() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %in = load ptr, ptr %params, !invariant.load !0
  %shared = call ptr @heddle.shared.base()
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %far = shl i64 %wide, 4
  %x = getelementptr i8, ptr %in, i64 %far
  %a = load float, ptr %x, align 4
  %x.next = getelementptr i8, ptr %x, i64 4
  %b = load float, ptr %x.next, align 4
  %near = shl i64 %wide, 3
  %s = getelementptr i8, ptr %shared, i64 %near
  store float %a, ptr %s, align 4
  %s.next = getelementptr i8, ptr %s, i64 4
  store float %b, ptr %s.next, align 4
  ret void
}
!0 = !{}
