; Gangs that store columns of a matrix, eight rows of them: they run together, turn squares of eight
; rows and lanes in registers, and store a column for each lane.
; RUN: simt-opt --passes=build-block-function --block=8x16 --width=8 --register-bits=256 %s | FileCheck %s
; CHECK-LABEL: define i32 @block(
; CHECK: [[FIRST:%.*]] = mul nuw nsw i32 %{{.*}}, 8
; CHECK: call void @block.gang.jam(ptr %0, i32 [[FIRST]])
; CHECK-LABEL: define internal void @block.gang.jam(ptr %0, i32 %1)
; CHECK-COUNT-8: load <8 x float>
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
; CHECK-NOT: scatter
; CHECK-COUNT-8: store <8 x float> %{{.*}}, align 4
; CHECK-NOT: store
; CHECK: ret void
declare void @llvm.masked.scatter.v8f32.v8p0(<8 x float>, <8 x ptr>, i32, <8 x i1>)
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  %in = load ptr, ptr %context
  %row = mul i32 %gang, 1000
  %from = getelementptr float, ptr %in, i32 %row
  %values = load <8 x float>, ptr %from, align 4
  %wide = zext i32 %gang to i64
  %first = getelementptr float, ptr %in, i64 %wide
  %to = getelementptr i8, ptr %first, <8 x i64> <i64 0, i64 4000, i64 8000, i64 12000, i64 16000, i64 20000, i64 24000, i64 28000>
  call void @llvm.masked.scatter.v8f32.v8p0(<8 x float> %values, <8 x ptr> %to, i32 4, <8 x i1> splat (i1 true)), !heddle.rows_below !0
  ret void
}
!0 = !{i32 1, i32 16, i32 0}
