; As narrow_columns.ll, with loads: eight columns of 16 elements are loaded, and of the 16 lanes of the turned squares
; eight are taken.
; RUN: simt-opt --passes=build-block-function --block=8x4 --width=8 --register-bits=512 %s | FileCheck %s
; CHECK-LABEL: define internal void @block.gang.jam(
; CHECK-COUNT-8: load <16 x float>, ptr %{{.*}}, align 4
; CHECK-NOT: load <16 x float>
; CHECK: shufflevector <16 x float> %{{.*}}, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: fadd <8 x float>
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x float>)
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  %params = load ptr, ptr %context, !invariant.load !1
  %out = load ptr, ptr %params, !invariant.load !1
  %wide = zext i32 %gang to i64
  %first = getelementptr float, ptr %out, i64 %wide
  %to = getelementptr i8, ptr %first, <8 x i64> <i64 0, i64 64, i64 128, i64 192, i64 256, i64 320, i64 384, i64 448>
  %v1 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %to, i32 4, <8 x i1> splat (i1 true), <8 x float> zeroinitializer), !heddle.rows_below !0
  %wide.2 = add i64 %wide, 4
  %first.2 = getelementptr float, ptr %out, i64 %wide.2
  %to.2 = getelementptr i8, ptr %first.2, <8 x i64> <i64 0, i64 64, i64 128, i64 192, i64 256, i64 320, i64 384, i64 448>
  %v2 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %to.2, i32 4, <8 x i1> splat (i1 true), <8 x float> zeroinitializer), !heddle.rows_below !0
  %wide.3 = add i64 %wide, 8
  %first.3 = getelementptr float, ptr %out, i64 %wide.3
  %to.3 = getelementptr i8, ptr %first.3, <8 x i64> <i64 0, i64 64, i64 128, i64 192, i64 256, i64 320, i64 384, i64 448>
  %v3 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %to.3, i32 4, <8 x i1> splat (i1 true), <8 x float> zeroinitializer), !heddle.rows_below !0
  %wide.4 = add i64 %wide, 12
  %first.4 = getelementptr float, ptr %out, i64 %wide.4
  %to.4 = getelementptr i8, ptr %first.4, <8 x i64> <i64 0, i64 64, i64 128, i64 192, i64 256, i64 320, i64 384, i64 448>
  %v4 = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %to.4, i32 4, <8 x i1> splat (i1 true), <8 x float> zeroinitializer), !heddle.rows_below !0
  %s2 = fadd <8 x float> %v1, %v2
  %s3 = fadd <8 x float> %s2, %v3
  %s4 = fadd <8 x float> %s3, %v4
  %second = getelementptr i8, ptr %params, i64 8
  %sums = load ptr, ptr %second, !invariant.load !1
  %own = shl i32 %gang, 3
  %sum.to = getelementptr float, ptr %sums, i32 %own
  store <8 x float> %s4, ptr %sum.to, align 4
  ret void
}
!0 = !{i32 1, i32 4, i32 0}
!1 = !{}
