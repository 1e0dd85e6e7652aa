; Lanes with four elements each, 28 bytes from those of the next lane, load them whole, and shuffles transpose them for
; each register of four lanes. Stores do the same in the other order.
; RUN: simt-opt --passes=build-gang-functions --block=64 --width=8 --register-bits=128 %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK: %[[L0:.*]] = load <4 x i32>, ptr %{{.*}}, align 4
; CHECK: %[[A1:.*]] = getelementptr i8, ptr %{{.*}}, i64 28
; CHECK: %[[L1:.*]] = load <4 x i32>, ptr %[[A1]], align 4
; CHECK: %[[A2:.*]] = getelementptr i8, ptr %{{.*}}, i64 56
; CHECK: %[[L2:.*]] = load <4 x i32>, ptr %[[A2]], align 4
; CHECK: %[[A3:.*]] = getelementptr i8, ptr %{{.*}}, i64 84
; CHECK: %[[L3:.*]] = load <4 x i32>, ptr %[[A3]], align 4
; CHECK: %[[LOW01:.*]] = shufflevector <4 x i32> %[[L0]], <4 x i32> %[[L1]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: %[[LOW23:.*]] = shufflevector <4 x i32> %[[L2]], <4 x i32> %[[L3]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: %[[HIGH01:.*]] = shufflevector <4 x i32> %[[L0]], <4 x i32> %[[L1]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: %[[HIGH23:.*]] = shufflevector <4 x i32> %[[L2]], <4 x i32> %[[L3]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: shufflevector <4 x i32> %[[LOW01]], <4 x i32> %[[LOW23]], <4 x i32> <i32 0, i32 1, i32 4, i32 5>
; CHECK: shufflevector <4 x i32> %[[LOW01]], <4 x i32> %[[LOW23]], <4 x i32> <i32 2, i32 3, i32 6, i32 7>
; CHECK: shufflevector <4 x i32> %[[HIGH01]], <4 x i32> %[[HIGH23]], <4 x i32> <i32 0, i32 1, i32 4, i32 5>
; CHECK: shufflevector <4 x i32> %[[HIGH01]], <4 x i32> %[[HIGH23]], <4 x i32> <i32 2, i32 3, i32 6, i32 7>
; CHECK-COUNT-4: load <4 x i32>, ptr %{{.*}}, align 4
; CHECK-COUNT-8: store <4 x i32> %{{.*}}, ptr %{{.*}}, align 4
declare i32 @heddle.tid.x() memory(none)
declare ptr @heddle.shared.base() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %shared = call ptr @heddle.shared.base()
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %i = zext nneg i32 %tid to i64
  %at = mul nuw nsw i64 %i, 28
  %from = getelementptr i8, ptr %shared, i64 %at
  %row = load <4 x i32>, ptr %from, align 4
  %to = getelementptr i8, ptr %from, i64 4096
  store <4 x i32> %row, ptr %to, align 4
  ret void
}
