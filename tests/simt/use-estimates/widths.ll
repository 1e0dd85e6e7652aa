; A uniform value and short vectors take part of a register, long vectors several, all with the same
; instruction, so that the bits are the same in each lane of each form.
; RUN: simt-opt --passes='function(use-estimates)' --estimates %s | FileCheck %s
; CHECK-LABEL: @uniform
; CHECK: [[ALL:%.*]] = insertelement <4 x float> zeroinitializer, float %x, i64 0
; CHECK: call <4 x float> @llvm.x86.avx512.rcp14.ps.128(<4 x float> [[ALL]],
; CHECK: extractelement <4 x float>
; CHECK-LABEL: @pair
; CHECK: shufflevector <2 x float> %x, <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 1, i32 1>
; CHECK: call <4 x float> @llvm.x86.avx512.rcp14.ps.128
; CHECK: shufflevector <4 x float> %{{.*}}, <4 x float> {{.*}}, <2 x i32> <i32 0, i32 1>
; CHECK-LABEL: @warp
; CHECK-COUNT-2: call <16 x float> @llvm.x86.avx512.rcp14.ps.512
; CHECK-NOT: fdiv
; CHECK: ret <32 x float>
define float @uniform(float %x) {
  %result = fdiv afn float 1.0, %x
  ret float %result
}
define <2 x float> @pair(<2 x float> %x) {
  %result = fdiv afn <2 x float> splat (float 1.0), %x
  ret <2 x float> %result
}
define <32 x float> @warp(<32 x float> %x) {
  %result = fdiv afn <32 x float> splat (float 1.0), %x
  ret <32 x float> %result
}
