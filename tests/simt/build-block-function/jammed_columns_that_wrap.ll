; An index of 32 bits may wrap between two rows. So the gangs look where the last of their rows is,
; and gather each by itself where it is not beside the others. Two gangs make a row here: those that
; run together are each second one.
; RUN: simt-opt --passes=build-block-function --block=16x4 --width=8 --register-bits=256 %s | FileCheck %s
; CHECK-LABEL: define i32 @block(
; CHECK: [[GROUP:%.*]] = udiv i32 [[ROUND:%.*]], 2
; CHECK: [[START:%.*]] = mul nuw nsw i32 [[GROUP]], 8
; CHECK: [[PLACE:%.*]] = urem i32 [[ROUND]], 2
; CHECK: [[FIRST:%.*]] = add nuw nsw i32 [[START]], [[PLACE]]
; CHECK: call void @block.gang.jam(ptr %0, i32 [[FIRST]])
; CHECK: icmp ult i32 %{{.*}}, 2
; CHECK-LABEL: define internal void @block.gang.jam(ptr %0, i32 %1)
; CHECK: add nuw nsw i32 %1, 2
; CHECK: add nuw nsw i32 %1, 6
; CHECK: add <8 x i64> %{{.*}}, <i64 12, i64 12,
; CHECK: [[TOGETHER:%.*]] = call i1 @llvm.vector.reduce.and.v8i1
; CHECK: br i1 [[TOGETHER]], label %[[COLUMNS:.*]], label %[[APART:.*]]
; CHECK: [[COLUMNS]]:
; CHECK-COUNT-8: load <4 x float>
; CHECK-NOT: gather
; CHECK: [[APART]]:
; CHECK-COUNT-4: call <8 x float> @llvm.masked.gather
; CHECK-COUNT-4: phi <8 x float>
; CHECK-COUNT-4: store <8 x float>
; CHECK: ret void
declare <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x float>)
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  %in = load ptr, ptr %context
  %lane.places = load <8 x i32>, ptr %in
  %y = lshr i32 %gang, 1
  %y.once = insertelement <8 x i32> poison, i32 %y, i64 0
  %y.everywhere = shufflevector <8 x i32> %y.once, <8 x i32> poison, <8 x i32> zeroinitializer
  %indices = add <8 x i32> %lane.places, %y.everywhere
  %wide = zext <8 x i32> %indices to <8 x i64>
  %from = getelementptr float, ptr %in, <8 x i64> %wide
  %values = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> %from, i32 4, <8 x i1> splat (i1 true), <8 x float> poison), !heddle.rows_below !0
  %row = mul i32 %gang, 1000
  %to = getelementptr float, ptr %in, i32 %row
  store <8 x float> %values, ptr %to, align 4
  ret void
}
!0 = !{i32 2, i32 4, i32 1}
