; A line in which three values meet is loaded, for it would take two shuffles to put it together. But of its elements the
; next shuffle takes only such as come from two values, of which one is in a register that is computed with: what
; was put together of %a and %b.
; RUN: simt-opt --passes=forward-shared-memory %s | FileCheck %s
; CHECK-LABEL: define <4 x float> @block(
; CHECK: %both = shufflevector
; CHECK: %[[TAKEN:.*]] = shufflevector <4 x float> %both, <4 x float> %c, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
; CHECK: ret <4 x float> %[[TAKEN]]
declare void @llvm.masked.scatter.v4f32.v4p0(<4 x float>, <4 x ptr>, i32, <4 x i1>)
define <4 x float> @block(ptr noalias %context, <4 x float> %a, <4 x float> %b, <4 x float> %c, <4 x float> %d, <4 x float> %e) {
  %field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %field, !invariant.load !0
  %second = getelementptr i8, ptr %shared, i64 16
  %both = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %sum = fadd <4 x float> %both, %e
  %places = getelementptr i8, ptr %shared, <4 x i64> <i64 0, i64 8, i64 16, i64 24>
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %both, <4 x ptr> %places, i32 4, <4 x i1> <i1 true, i1 true, i1 true, i1 true>)
  %odd = getelementptr i8, ptr %shared, <4 x i64> <i64 4, i64 12, i64 20, i64 28>
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %c, <4 x ptr> %odd, i32 4, <4 x i1> <i1 true, i1 false, i1 true, i1 true>)
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %d, <4 x ptr> %odd, i32 4, <4 x i1> <i1 false, i1 true, i1 false, i1 false>)
  %first.line = load <4 x float>, ptr %shared, align 4
  %second.line = load <4 x float>, ptr %second, align 4
  %even = shufflevector <4 x float> %first.line, <4 x float> %second.line, <4 x i32> <i32 0, i32 2, i32 4, i32 7>
  store <4 x float> %sum, ptr %shared, align 4
  ret <4 x float> %even
}
!0 = !{}
