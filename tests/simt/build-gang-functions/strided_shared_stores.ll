; In shared memory, a store to every second element writes the others as they were. In global memory
; another block may write them meanwhile, so each lane stores for itself.
; RUN: simt-opt --passes=build-gang-functions --block=64 --width=8 %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK: [[X:%.*]] = load <8 x float>
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %odd, i64 -4
; CHECK: [[NEW:%.*]] = shufflevector <8 x float> [[X]], <8 x float> poison, <16 x i32> <i32 poison, i32 0, i32 poison, i32 1, i32 poison, i32 2, i32 poison, i32 3, i32 poison, i32 4, i32 poison, i32 5, i32 poison, i32 6, i32 poison, i32 7>
; CHECK: [[OLD:%.*]] = load <16 x float>, ptr [[AT]]
; CHECK: [[BOTH:%.*]] = shufflevector <16 x float> [[NEW]], <16 x float> [[OLD]], <16 x i32> <i32 16, i32 1, i32 18, i32 3, i32 20, i32 5, i32 22, i32 7, i32 24, i32 9, i32 26, i32 11, i32 28, i32 13, i32 30, i32 15>
; CHECK: store <16 x float> [[BOTH]], ptr [[AT]]
; CHECK-COUNT-8: store float
declare i32 @heddle.tid.x() memory(none)
declare align 1024 ptr @heddle.shared.base() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %shared = call ptr @heddle.shared.base()
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %i = zext nneg i32 %tid to i64
  %from = getelementptr float, ptr %data, i64 %i
  %x = load float, ptr %from
  %second = shl nuw nsw i64 %i, 1
  %next = or disjoint i64 %second, 1
  %odd = getelementptr float, ptr %shared, i64 %next
  store float %x, ptr %odd
  %to = getelementptr float, ptr %data, i64 %next
  store float %x, ptr %to
  ret void
}
!0 = !{}
