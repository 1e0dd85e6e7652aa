; Gangs stay alone where they may part behind a store: here, each goes through the loop as often as its
; number says, and stores in it. They would have no way back.
; RUN: simt-opt --passes=build-block-function --block=16x8 --width=16 %s | FileCheck %s
; CHECK-LABEL: define i32 @block(
; CHECK: call void @block.gang(ptr %0, i32 %{{.*}})
; CHECK-NOT: define internal void @block.gang.jam
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
  store <16 x float> %ones, ptr %one.at, align 4
  %added = call <16 x float> @llvm.fma.v16f32(<16 x float> %ones, <16 x float> %many, <16 x float> %sum)
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %row
  br i1 %more, label %loop, label %done
done:
  %to = getelementptr float, ptr %a, i32 %row
  store <16 x float> %added, ptr %to, align 4
  ret void
}
