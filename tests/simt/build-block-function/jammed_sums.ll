; Gangs run four at a time, too, where a tile of a matrix product is unrolled: eight products or more are added up in
; a row, and all gangs read the same vectors.
; RUN: simt-opt --passes=build-block-function --block=16x12 --width=16 --symbol=long %s | FileCheck %s
; CHECK-LABEL: define internal void @long.gang.jam(ptr %0, i32 %1)
; CHECK-COUNT-4: load float
; CHECK: load <16 x float>
; CHECK-NOT: load <16 x float>
; CHECK-COUNT-4: call <16 x float> @llvm.fma.v16f32
; CHECK: load <16 x float>
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
define internal void @long.gang(ptr %context, i32 %gang) "heddle-gang" {
  %a = load ptr, ptr %context
  %row = mul i32 %gang, 1000
  %i0 = add i32 %row, 0
  %one.at0 = getelementptr float, ptr %a, i32 %i0
  %one0 = load float, ptr %one.at0
  %splat0 = insertelement <16 x float> poison, float %one0, i64 0
  %ones0 = shufflevector <16 x float> %splat0, <16 x float> poison, <16 x i32> zeroinitializer
  %many.at0 = getelementptr float, ptr %a, i32 0
  %many0 = load <16 x float>, ptr %many.at0, align 4
  %sum0 = call <16 x float> @llvm.fma.v16f32(<16 x float> %ones0, <16 x float> %many0, <16 x float> zeroinitializer)
  %i1 = add i32 %row, 1
  %one.at1 = getelementptr float, ptr %a, i32 %i1
  %one1 = load float, ptr %one.at1
  %splat1 = insertelement <16 x float> poison, float %one1, i64 0
  %ones1 = shufflevector <16 x float> %splat1, <16 x float> poison, <16 x i32> zeroinitializer
  %many.at1 = getelementptr float, ptr %a, i32 16
  %many1 = load <16 x float>, ptr %many.at1, align 4
  %sum1 = call <16 x float> @llvm.fma.v16f32(<16 x float> %ones1, <16 x float> %many1, <16 x float> %sum0)
  %i2 = add i32 %row, 2
  %one.at2 = getelementptr float, ptr %a, i32 %i2
  %one2 = load float, ptr %one.at2
  %splat2 = insertelement <16 x float> poison, float %one2, i64 0
  %ones2 = shufflevector <16 x float> %splat2, <16 x float> poison, <16 x i32> zeroinitializer
  %many.at2 = getelementptr float, ptr %a, i32 32
  %many2 = load <16 x float>, ptr %many.at2, align 4
  %sum2 = call <16 x float> @llvm.fma.v16f32(<16 x float> %ones2, <16 x float> %many2, <16 x float> %sum1)
  %i3 = add i32 %row, 3
  %one.at3 = getelementptr float, ptr %a, i32 %i3
  %one3 = load float, ptr %one.at3
  %splat3 = insertelement <16 x float> poison, float %one3, i64 0
  %ones3 = shufflevector <16 x float> %splat3, <16 x float> poison, <16 x i32> zeroinitializer
  %many.at3 = getelementptr float, ptr %a, i32 48
  %many3 = load <16 x float>, ptr %many.at3, align 4
  %sum3 = call <16 x float> @llvm.fma.v16f32(<16 x float> %ones3, <16 x float> %many3, <16 x float> %sum2)
  %i4 = add i32 %row, 4
  %one.at4 = getelementptr float, ptr %a, i32 %i4
  %one4 = load float, ptr %one.at4
  %splat4 = insertelement <16 x float> poison, float %one4, i64 0
  %ones4 = shufflevector <16 x float> %splat4, <16 x float> poison, <16 x i32> zeroinitializer
  %many.at4 = getelementptr float, ptr %a, i32 64
  %many4 = load <16 x float>, ptr %many.at4, align 4
  %sum4 = call <16 x float> @llvm.fma.v16f32(<16 x float> %ones4, <16 x float> %many4, <16 x float> %sum3)
  %i5 = add i32 %row, 5
  %one.at5 = getelementptr float, ptr %a, i32 %i5
  %one5 = load float, ptr %one.at5
  %splat5 = insertelement <16 x float> poison, float %one5, i64 0
  %ones5 = shufflevector <16 x float> %splat5, <16 x float> poison, <16 x i32> zeroinitializer
  %many.at5 = getelementptr float, ptr %a, i32 80
  %many5 = load <16 x float>, ptr %many.at5, align 4
  %sum5 = call <16 x float> @llvm.fma.v16f32(<16 x float> %ones5, <16 x float> %many5, <16 x float> %sum4)
  %i6 = add i32 %row, 6
  %one.at6 = getelementptr float, ptr %a, i32 %i6
  %one6 = load float, ptr %one.at6
  %splat6 = insertelement <16 x float> poison, float %one6, i64 0
  %ones6 = shufflevector <16 x float> %splat6, <16 x float> poison, <16 x i32> zeroinitializer
  %many.at6 = getelementptr float, ptr %a, i32 96
  %many6 = load <16 x float>, ptr %many.at6, align 4
  %sum6 = call <16 x float> @llvm.fma.v16f32(<16 x float> %ones6, <16 x float> %many6, <16 x float> %sum5)
  %i7 = add i32 %row, 7
  %one.at7 = getelementptr float, ptr %a, i32 %i7
  %one7 = load float, ptr %one.at7
  %splat7 = insertelement <16 x float> poison, float %one7, i64 0
  %ones7 = shufflevector <16 x float> %splat7, <16 x float> poison, <16 x i32> zeroinitializer
  %many.at7 = getelementptr float, ptr %a, i32 112
  %many7 = load <16 x float>, ptr %many.at7, align 4
  %sum7 = call <16 x float> @llvm.fma.v16f32(<16 x float> %ones7, <16 x float> %many7, <16 x float> %sum6)
  %to = getelementptr float, ptr %a, i32 %row
  store <16 x float> %sum7, ptr %to, align 4
  ret void
}
