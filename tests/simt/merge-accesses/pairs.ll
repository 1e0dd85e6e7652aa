; Two stores that leave a gap of one element between lanes become one that leaves none, and so do two loads. The load
; of other memory between the loads does not matter.
; RUN: simt-opt --passes='function(canonicalise-control-flow,merge-accesses)' --block=64 --width=16 %s | FileCheck %s
; CHECK: %[[PAIR:.*]] = load <2 x float>, ptr %x, align 4
; CHECK: %[[A:.*]] = extractelement <2 x float> %[[PAIR]], i64 0
; CHECK: %[[B:.*]] = extractelement <2 x float> %[[PAIR]], i64 1
; CHECK: %other = load i32
; CHECK: %sum = fadd float %[[A]], %[[B]]
; CHECK: insertelement <2 x float> {{.*}}, float %[[A]], i64 1
; CHECK: store <2 x float> {{.*}}, ptr %{{.*}}, align 4
; CHECK-NOT: store float
declare i32 @heddle.tid.x() memory(none)
declare ptr @heddle.shared.base() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %in = load i64, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %offset = shl i64 %wide, 3
  %number = add i64 %in, %offset
  %x = inttoptr i64 %number to ptr
  %a = load float, ptr %x, align 4
  %other.at = getelementptr i8, ptr %params, i64 8
  %other = load i32, ptr %other.at
  %number.next = add i64 %number, 4
  %x.next = inttoptr i64 %number.next to ptr
  %b = load float, ptr %x.next, align 4
  %sum = fadd float %a, %b
  store float %sum, ptr %x, align 4
  store float %a, ptr %x.next, align 4
  ret void
}
!0 = !{}
