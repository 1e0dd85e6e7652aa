; What lanes gather from shared memory comes from the registers that have been stored there, through the shuffles of
; what was stored. Nobody loads the first value of the second register before it is stored again, so that store goes.
; RUN: simt-opt --passes=forward-shared-memory %s | FileCheck %s
; CHECK-LABEL: define i32 @block(
; CHECK: store <4 x float> %a, ptr %shared
; CHECK-NOT: store
; CHECK: %[[EVEN:.*]] = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK-NOT: gather
; CHECK: store <4 x float> %[[EVEN]], ptr %second
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)
define i32 @block(ptr noalias %context, <4 x float> %a, <4 x float> %b) {
  %field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %field, !invariant.load !0
  %second = getelementptr i8, ptr %shared, i64 16
  %turned = shufflevector <4 x float> %b, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %back = shufflevector <4 x float> %turned, <4 x float> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  store <4 x float> %a, ptr %shared, align 4
  store <4 x float> %back, ptr %second, align 4
  %places = getelementptr i8, ptr %shared, <4 x i64> <i64 0, i64 8, i64 16, i64 24>
  %even = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %places, i32 4, <4 x i1> <i1 true, i1 true, i1 true, i1 true>, <4 x float> poison)
  store <4 x float> %even, ptr %second, align 4
  ret i32 0
}
!0 = !{}
