; Columns of eight rows that the next access continues: together they are whole cache lines. The load between them may
; be of the same memory, so the gangs look whether it is, and keep the order if so.
; RUN: simt-opt --passes=build-block-function --block=16x8 --width=16 --register-bits=512 %s | FileCheck %s
; CHECK-LABEL: define internal void @block.gang.jam(
; CHECK-COUNT-8: load <16 x float>
; CHECK: call i64 @llvm.umin.i64
; CHECK: call i64 @llvm.umax.i64
; CHECK: icmp uge <16 x i64>
; CHECK: [[APART:%.*]] = call i1 @llvm.vector.reduce.and.v16i1
; CHECK: br i1 [[APART]], label %[[JOINED:.*]], label %[[SEPARATE:.*]]
; CHECK: [[JOINED]]:
; CHECK-COUNT-8: load <16 x float>
; CHECK-COUNT-16: store <16 x float> %{{.*}}, align 4
; CHECK-NOT: store
; CHECK: [[SEPARATE]]:
; CHECK-COUNT-16: store <8 x float>
; CHECK-COUNT-8: load <16 x float>
; CHECK-COUNT-16: store <8 x float>
; CHECK-NOT: store
declare void @llvm.masked.scatter.v16f32.v16p0(<16 x float>, <16 x ptr>, i32, <16 x i1>)
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  %params = load ptr, ptr %context, !invariant.load !1
  %in = load ptr, ptr %params, !invariant.load !1
  %second = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %second, !invariant.load !1
  %row = mul i32 %gang, 1000
  %from = getelementptr float, ptr %in, i32 %row
  %values = load <16 x float>, ptr %from, align 4
  %wide = zext i32 %gang to i64
  %first = getelementptr float, ptr %out, i64 %wide
  %to = getelementptr i8, ptr %first, <16 x i64> <i64 0, i64 4000, i64 8000, i64 12000, i64 16000, i64 20000, i64 24000, i64 28000, i64 32000, i64 36000, i64 40000, i64 44000, i64 48000, i64 52000, i64 56000, i64 60000>
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %values, <16 x ptr> %to, i32 4, <16 x i1> splat (i1 true)), !heddle.rows_below !0
  %below = add i32 %row, 8000
  %from.below = getelementptr float, ptr %in, i32 %below
  %more = load <16 x float>, ptr %from.below, align 4
  %wide.below = add i64 %wide, 8
  %first.below = getelementptr float, ptr %out, i64 %wide.below
  %to.below = getelementptr i8, ptr %first.below, <16 x i64> <i64 0, i64 4000, i64 8000, i64 12000, i64 16000, i64 20000, i64 24000, i64 28000, i64 32000, i64 36000, i64 40000, i64 44000, i64 48000, i64 52000, i64 56000, i64 60000>
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %more, <16 x ptr> %to.below, i32 4, <16 x i1> splat (i1 true)), !heddle.rows_below !0
  ret void
}
!0 = !{i32 1, i32 8, i32 0}
!1 = !{}
