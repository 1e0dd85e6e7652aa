; Two lanes of a register are replaced by what a shuffle has put together of two values. The register comes from the
; value that was stored whole and from that shuffle: with the values behind it there would be three sources, and the
; load would stay.
; RUN: simt-opt --passes=forward-shared-memory %s | FileCheck %s
; CHECK-LABEL: define <4 x float> @block(
; CHECK: %both = shufflevector
; CHECK: %[[ALL:.*]] = shufflevector <4 x float> %a, <4 x float> %both, <4 x i32> <i32 0, i32 4, i32 2, i32 5>
; CHECK-NOT: load <4 x float>
; CHECK: ret <4 x float> %[[ALL]]
declare void @llvm.masked.scatter.v4f32.v4p0(<4 x float>, <4 x ptr>, i32, <4 x i1>)
define <4 x float> @block(ptr noalias %context, <4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %field, !invariant.load !0
  store <4 x float> %a, ptr %shared, align 4
  %both = shufflevector <4 x float> %b, <4 x float> %c, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %odd = getelementptr i8, ptr %shared, <4 x i64> <i64 4, i64 12, i64 20, i64 28>
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %both, <4 x ptr> %odd, i32 4, <4 x i1> <i1 true, i1 true, i1 true, i1 true>)
  %all = load <4 x float>, ptr %shared, align 4
  ret <4 x float> %all
}
!0 = !{}
