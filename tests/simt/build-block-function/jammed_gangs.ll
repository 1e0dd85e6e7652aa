; Gangs whose loop is one chain of multiply-adds run four at a time: what depends on the gang is there
; four times, and the rest, which is the load of the row that all of them read, once.
; RUN: simt-opt --passes=build-block-function --block=16x10 --width=16 %s | FileCheck %s
; RUN: simt-opt --passes=build-block-function --block=16x10 --width=16 %s | FileCheck %s --check-prefix=LOOP
; LOOP-LABEL: define i32 @block(
; LOOP: [[ROUND:%.*]] = phi i32
; LOOP: [[FIRST:%.*]] = mul nuw nsw i32 [[ROUND]], 4
; LOOP: call void @block.gang.jam(ptr %0, i32 [[FIRST]])
; LOOP: icmp ult i32 %{{.*}}, 2
; LOOP: [[REST:%.*]] = add nuw nsw i32 %{{.*}}, 8
; LOOP: call void @block.gang(ptr %0, i32 [[REST]])
; LOOP: icmp ult i32 %{{.*}}, 2
; CHECK-LABEL: define internal void @block.gang.jam(ptr %0, i32 %1)
; CHECK-COUNT-4: phi <16 x float>
; CHECK-COUNT-4: load float
; CHECK: load <16 x float>
; CHECK-NOT: load <16 x float>
; CHECK-COUNT-4: call <16 x float> @llvm.fma.v16f32
; CHECK-COUNT-4: store <16 x float>
; CHECK: ret void
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
entry:
  %a = load ptr, ptr %context
  %row = mul i32 %gang, 1000
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %added, %loop ]
  %i = add i32 %row, %k
  %one.at = getelementptr float, ptr %a, i32 %i
  %one = load float, ptr %one.at
  %splat = insertelement <16 x float> poison, float %one, i64 0
  %ones = shufflevector <16 x float> %splat, <16 x float> poison, <16 x i32> zeroinitializer
  %line = shl i32 %k, 4
  %many.at = getelementptr float, ptr %a, i32 %line
  %many = load <16 x float>, ptr %many.at, align 4
  %added = call <16 x float> @llvm.fma.v16f32(<16 x float> %ones, <16 x float> %many, <16 x float> %sum)
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %done
done:
  %to = getelementptr float, ptr %a, i32 %row
  store <16 x float> %added, ptr %to, align 4
  ret void
}
