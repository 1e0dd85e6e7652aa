; Gangs that want to go different ways have stored nothing yet, and run alone from the start.
; RUN: simt-opt --passes=build-block-function --block=16x8 --width=16 %s | FileCheck %s
; CHECK-LABEL: define internal void @block.gang.jam(ptr %0, i32 %1)
; CHECK: icmp eq i1 %[[SECOND:inside.*]], %[[FIRST:inside.*]]
; CHECK: br i1 [[AGREE:%.*]], label %together, label %alone
; CHECK: together:
; CHECK-NEXT: br i1 %[[FIRST]], label %body, label %return
; CHECK: alone:
; CHECK-COUNT-4: call void @block.gang(ptr %0, i32 %{{.*}})
; CHECK-NEXT: ret void
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
entry:
  %a = load ptr, ptr %context
  %n = load i32, ptr %a
  %row = mul i32 %gang, 1000
  %inside = icmp ult i32 %gang, %n
  br i1 %inside, label %body, label %return
body:
  br label %loop
loop:
  %k = phi i32 [ 0, %body ], [ %next, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %body ], [ %added, %loop ]
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
  br label %return
return:
  ret void
}
