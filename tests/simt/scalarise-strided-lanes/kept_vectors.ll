; Vectors stay where lanes compute more than they access, where something else uses them, and where
; it is not known how far lanes lie apart.
; RUN: simt-opt --passes='function(scalarise-strided-lanes)' %s | FileCheck %s
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32 immarg, <4 x i1>, <4 x float>)
declare void @llvm.masked.scatter.v4f32.v4p0(<4 x float>, <4 x ptr>, i32 immarg, <4 x i1>)

define void @much_arithmetic(ptr %a) {
; CHECK-LABEL: @much_arithmetic
; CHECK: call <4 x float> @llvm.masked.gather
; CHECK: call void @llvm.masked.scatter
  %at = getelementptr i8, ptr %a, <4 x i64> <i64 0, i64 32, i64 64, i64 96>
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %at, i32 4, <4 x i1> splat (i1 true), <4 x float> zeroinitializer)
  %square = fmul <4 x float> %x, %x
  %root = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %square)
  %sum = fadd <4 x float> %root, %x
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %sum, <4 x ptr> %at, i32 4, <4 x i1> splat (i1 true))
  ret void
}

define <4 x float> @used_elsewhere(ptr %a) {
; CHECK-LABEL: @used_elsewhere
; CHECK: call <4 x float> @llvm.masked.gather
; CHECK: call void @llvm.masked.scatter
  %at = getelementptr i8, ptr %a, <4 x i64> <i64 0, i64 32, i64 64, i64 96>
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %at, i32 4, <4 x i1> splat (i1 true), <4 x float> zeroinitializer)
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %x, <4 x ptr> %at, i32 4, <4 x i1> splat (i1 true))
  ret <4 x float> %x
}

define void @unknown_distances(<4 x ptr> %at) {
; CHECK-LABEL: @unknown_distances
; CHECK: call <4 x float> @llvm.masked.gather
; CHECK: call void @llvm.masked.scatter
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %at, i32 4, <4 x i1> splat (i1 true), <4 x float> zeroinitializer)
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %x, <4 x ptr> %at, i32 4, <4 x i1> splat (i1 true))
  ret void
}
