; Lanes that read every second element load the memory of all elements, and a shuffle takes theirs out. In
; global memory nothing is read behind the last lane's element, so the last piece overlaps the one before.
; RUN: simt-opt --passes=build-gang-functions --block=64 --width=8 %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK: [[FIRST:%.*]] = load <8 x float>, ptr {{%.*}}, align 4
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %at, i64 28
; CHECK: [[LAST:%.*]] = load <8 x float>, ptr [[AT]], align 4
; CHECK: [[X:%.*]] = shufflevector <8 x float> [[FIRST]], <8 x float> [[LAST]], <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 9, i32 11, i32 13, i32 15>
; CHECK: store <8 x float> [[X]]
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %data = load ptr, ptr %params, !invariant.load !0
  %to = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %to, !invariant.load !0
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %i = zext nneg i32 %tid to i64
  %second = shl nuw nsw i64 %i, 1
  %at = getelementptr float, ptr %data, i64 %second
  %x = load float, ptr %at
  %into = getelementptr float, ptr %out, i64 %i
  store float %x, ptr %into
  ret void
}
!0 = !{}
