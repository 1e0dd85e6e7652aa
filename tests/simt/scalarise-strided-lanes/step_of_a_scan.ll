; A step of a scan: two elements of each lane are added, and lanes lie 32 bytes apart. Each lane
; loads, adds and stores by itself; all lanes load before the first one stores.
; RUN: simt-opt --passes='function(scalarise-strided-lanes)' %s | FileCheck %s
declare <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr>, i32 immarg, <4 x i1>, <4 x float>)
declare void @llvm.masked.scatter.v4f32.v4p0(<4 x float>, <4 x ptr>, i32 immarg, <4 x i1>)

define void @f(ptr %a, ptr %b) {
; CHECK-LABEL: define void @f
; CHECK-NOT: call
; CHECK: [[A0:%.*]] = getelementptr i8, ptr %a, i64 0
; CHECK: [[X0:%.*]] = load float, ptr [[A0]], align 4
; CHECK: [[A3:%.*]] = getelementptr i8, ptr %a, i64 96
; CHECK: [[X3:%.*]] = load float, ptr [[A3]], align 4
; CHECK: [[B3:%.*]] = getelementptr i8, ptr %b, i64 96
; CHECK: [[Y3:%.*]] = load float, ptr [[B3]], align 4
; CHECK: fadd float [[X0]],
; CHECK: [[SUM3:%.*]] = fadd float [[X3]], [[Y3]]
; CHECK-NOT: load
; CHECK: store float
; CHECK: store float
; CHECK: store float
; CHECK: [[TO:%.*]] = getelementptr i8, ptr %b, i64 96
; CHECK: store float [[SUM3]], ptr [[TO]], align 4
; CHECK-NOT: call
; CHECK: ret void
  %from = getelementptr i8, ptr %a, <4 x i64> <i64 0, i64 32, i64 64, i64 96>
  %x = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %from, i32 4, <4 x i1> splat (i1 true), <4 x float> zeroinitializer)
  %to = getelementptr i8, ptr %b, <4 x i64> <i64 0, i64 32, i64 64, i64 96>
  %y = call <4 x float> @llvm.masked.gather.v4f32.v4p0(<4 x ptr> %to, i32 4, <4 x i1> splat (i1 true), <4 x float> zeroinitializer)
  %sum = fadd <4 x float> %x, %y
  call void @llvm.masked.scatter.v4f32.v4p0(<4 x float> %sum, <4 x ptr> %to, i32 4, <4 x i1> splat (i1 true))
  ret void
}
