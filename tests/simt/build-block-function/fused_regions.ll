; Two steps in shared memory. In the second one each gang adds what two gangs have stored in the first one,
; so two gangs of the first step and one of the second run together, group by group.
; RUN: simt-opt --passes=build-block-function --block=64 --width=16 --register-bits=512 %s | FileCheck %s
; CHECK-LABEL: define i32 @block(
; CHECK: gangs:
; CHECK-NEXT: %gang = phi i32
; CHECK-NEXT: [[FIRST:%.*]] = mul nuw nsw i32 %gang, 2
; CHECK-NEXT: [[EVEN:%.*]] = add nuw nsw i32 [[FIRST]], 0
; CHECK-NEXT: call i32 @block.gang.region0(ptr %0, i32 [[EVEN]])
; CHECK-NEXT: [[SECOND:%.*]] = mul nuw nsw i32 %gang, 2
; CHECK-NEXT: [[ODD:%.*]] = add nuw nsw i32 [[SECOND]], 1
; CHECK-NEXT: call i32 @block.gang.region0(ptr %0, i32 [[ODD]])
; CHECK-NEXT: [[THIRD:%.*]] = mul nuw nsw i32 %gang, 1
; CHECK-NEXT: [[STEP:%.*]] = add nuw nsw i32 [[THIRD]], 0
; CHECK-NEXT: call i32 @block.gang.region1(ptr %0, i32 [[STEP]])
; CHECK: icmp ult i32 %{{.*}}, 2
declare void @heddle.gang.barrier(i32, i32)
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  %shared.field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %shared.field, !invariant.load !0
  %at = shl i32 %gang, 6
  %to = getelementptr i8, ptr %shared, i32 %at
  store <16 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>, ptr %to, align 4
  call void @heddle.gang.barrier(i32 0, i32 0)
  %works = icmp ult i32 %gang, 2
  br i1 %works, label %step, label %done
step:
  %pair = shl i32 %gang, 7
  %left.at = getelementptr i8, ptr %shared, i32 %pair
  %right.at = getelementptr i8, ptr %left.at, i32 64
  %left = load <16 x i32>, ptr %left.at, align 4
  %right = load <16 x i32>, ptr %right.at, align 4
  %sum = add <16 x i32> %left, %right
  store <16 x i32> %sum, ptr %right.at, align 4
  br label %done
done:
  ret void
}
!0 = !{}
