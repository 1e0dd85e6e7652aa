; Four rows of gangs with eight lanes store four columns that continue each other: 16 columns of eight rows. The squares
; that are turned have 16 rows, of which the last eight belong to no lane and are not stored.
; RUN: simt-opt --passes=build-block-function --block=8x4 --width=8 --register-bits=512 %s | FileCheck %s
; CHECK-LABEL: define internal void @block.gang.jam(
; CHECK-NOT: {{extractelement <8 x ptr> .*, i64 8}}
; CHECK-COUNT-8: store <16 x float> %{{.*}}, align 4
; CHECK-NOT: store
; CHECK: ret void
declare void @llvm.masked.scatter.v8f32.v8p0(<8 x float>, <8 x ptr>, i32, <8 x i1>)
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  %params = load ptr, ptr %context, !invariant.load !1
  %out = load ptr, ptr %params, !invariant.load !1
  %wide = zext i32 %gang to i64
  %first = getelementptr float, ptr %out, i64 %wide
  %value = uitofp i32 %gang to float
  %one = insertelement <8 x float> poison, float %value, i64 0
  %values = shufflevector <8 x float> %one, <8 x float> poison, <8 x i32> zeroinitializer
  %to = getelementptr i8, ptr %first, <8 x i64> <i64 0, i64 64, i64 128, i64 192, i64 256, i64 320, i64 384, i64 448>
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %values, <8 x ptr> %to, i32 4, <8 x i1> splat (i1 true)), !heddle.rows_below !0
  %wide.2 = add i64 %wide, 4
  %first.2 = getelementptr float, ptr %out, i64 %wide.2
  %to.2 = getelementptr i8, ptr %first.2, <8 x i64> <i64 0, i64 64, i64 128, i64 192, i64 256, i64 320, i64 384, i64 448>
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %values, <8 x ptr> %to.2, i32 4, <8 x i1> splat (i1 true)), !heddle.rows_below !0
  %wide.3 = add i64 %wide, 8
  %first.3 = getelementptr float, ptr %out, i64 %wide.3
  %to.3 = getelementptr i8, ptr %first.3, <8 x i64> <i64 0, i64 64, i64 128, i64 192, i64 256, i64 320, i64 384, i64 448>
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %values, <8 x ptr> %to.3, i32 4, <8 x i1> splat (i1 true)), !heddle.rows_below !0
  %wide.4 = add i64 %wide, 12
  %first.4 = getelementptr float, ptr %out, i64 %wide.4
  %to.4 = getelementptr i8, ptr %first.4, <8 x i64> <i64 0, i64 64, i64 128, i64 192, i64 256, i64 320, i64 384, i64 448>
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %values, <8 x ptr> %to.4, i32 4, <8 x i1> splat (i1 true)), !heddle.rows_below !0
  ret void
}
!0 = !{i32 1, i32 4, i32 0}
!1 = !{}
