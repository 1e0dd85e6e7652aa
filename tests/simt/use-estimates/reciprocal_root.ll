; The quotient of one and a root is one estimate and its refinement. Zero and infinity, whose
; refinement is a NaN, keep the estimate.
; RUN: simt-opt --passes='function(use-estimates)' --estimates %s | FileCheck %s
; RUN: simt-opt --passes='function(use-estimates)' %s | FileCheck %s --check-prefix=WITHOUT
; CHECK-LABEL: @k
; CHECK-NOT: fdiv
; CHECK-NOT: @llvm.sqrt
; CHECK: [[GUESS:%.*]] = call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(<16 x float> %{{.*}}, <16 x float> zeroinitializer, i16 -1)
; CHECK-COUNT-5: call <16 x float> @llvm.fma.v16f32
; CHECK: [[NAN:%.*]] = fcmp uno <16 x float> [[REFINED:%.*]], [[REFINED]]
; CHECK: [[RESULT:%.*]] = select <16 x i1> [[NAN]], <16 x float> [[GUESS]], <16 x float> [[REFINED]]
; CHECK: ret <16 x float> [[RESULT]]
; WITHOUT: call afn <16 x float> @llvm.sqrt.v16f32
; WITHOUT: fdiv afn <16 x float>
; WITHOUT-NOT: @llvm.x86
declare <16 x float> @llvm.sqrt.v16f32(<16 x float>)
define <16 x float> @k(<16 x float> %x) {
  %root = call afn <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
  %result = fdiv afn <16 x float> splat (float 1.0), %root
  ret <16 x float> %result
}
