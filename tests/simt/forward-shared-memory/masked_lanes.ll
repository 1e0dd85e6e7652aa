; Lanes that are masked out have the value that the gather passes through, and their addresses may be anything. A
; scatter replaces elements of what was stored as a whole; the register is loaded as both.
; RUN: simt-opt --passes=forward-shared-memory %s | FileCheck %s
; CHECK-LABEL: define i32 @block(
; CHECK: call void @llvm.masked.scatter
; CHECK: %[[NEW:.*]] = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 4, i32 2, i32 5>
; CHECK: %[[ODD:.*]] = select <4 x i1> <i1 true, i1 false, i1 false, i1 false>, <4 x float> %b, <4 x float> zeroinitializer
; CHECK-NEXT: fadd <4 x float> %[[NEW]], %[[ODD]]
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x float>)
declare void @llvm.masked.scatter.v4f32.v4p0(<4 x float>, <4 x ptr>, i32, <4 x i1>)
define <4 x float> @block.sum(<4 x float> %x) {
  ret <4 x float> %x
}
define i32 @block(ptr noalias %context, <4 x float> %a, <4 x float> %b) {
  %field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %field, !invariant.load !0
  store <4 x float> %a, ptr %shared, align 4
  %odd = getelementptr i8, ptr %shared, <4 x i64> <i64 4, i64 12, i64 poison, i64 poison>
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %b, <4 x ptr> %odd, i32 4, <4 x i1> <i1 true, i1 true, i1 false, i1 false>)
  %new = load <4 x float>, ptr %shared, align 4
  %one = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %odd, i32 4, <4 x i1> <i1 true, i1 false, i1 false, i1 false>, <4 x float> zeroinitializer)
  %sum = fadd <4 x float> %new, %one
  %use = call <4 x float> @block.sum(<4 x float> %sum)
  ret i32 0
}
!0 = !{}
