; Lanes next to each other in memory are loaded, computed and stored as a vector.
; RUN: simt-opt --passes=build-gang-functions --block=64 --width=16 %s | FileCheck %s
; CHECK: define internal void @block.gang(ptr noalias %context, i32 %gang)
; CHECK: [[X:%.*]] = load <16 x float>, ptr
; CHECK: [[Y:%.*]] = fadd <16 x float> [[X]],
; CHECK: store <16 x float> [[Y]], ptr
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %at = getelementptr float, ptr %data, i64 %wide
  %x = load float, ptr %at
  %y = fadd float %x, 1.0
  store float %y, ptr %at
  ret void
}
!0 = !{}
