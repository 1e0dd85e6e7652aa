; Lanes that are off neither load nor store.
; RUN: simt-opt --passes='function(scalarise-strided-lanes)' %s | FileCheck %s
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32 immarg, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, i32 immarg, <4 x i1>)

define void @f(ptr %a, i32 %n) {
; CHECK-COUNT-2: load i32
; CHECK-NOT: load
; CHECK: [[MAXIMUM:%.*]] = call i32 @llvm.smax.i32(i32 {{%.*}}, i32 %n)
; CHECK: store i32 [[MAXIMUM]]
; CHECK: store i32
; CHECK-NOT: store
; CHECK: ret void
  %at = getelementptr i8, ptr %a, <4 x i64> <i64 0, i64 64, i64 128, i64 192>
  %x = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %at, i32 4, <4 x i1> <i1 true, i1 true, i1 false, i1 false>, <4 x i32> zeroinitializer)
  %first = insertelement <4 x i32> poison, i32 %n, i64 0
  %all = shufflevector <4 x i32> %first, <4 x i32> poison, <4 x i32> zeroinitializer
  %maximum = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %x, <4 x i32> %all)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %maximum, <4 x ptr> %at, i32 4, <4 x i1> <i1 true, i1 true, i1 false, i1 false>)
  ret void
}
