; The quotient of one and a root is one estimate and one step of refinement. The residue of zero and
; infinity is a NaN, in place of which there is a number.
; RUN: simt-opt --passes='function(use-estimates)' --estimates %s | FileCheck %s
; RUN: simt-opt --passes='function(use-estimates)' %s | FileCheck %s --check-prefix=WITHOUT
; CHECK-LABEL: @k
; CHECK-NOT: fdiv
; CHECK-NOT: @llvm.sqrt
; CHECK: [[GUESS:%.*]] = call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(<16 x float> %{{.*}}, <16 x float> zeroinitializer, i16 -1)
; CHECK: [[PRODUCT:%.*]] = fmul <16 x float> %x, [[GUESS]]
; CHECK: [[RESIDUE:%.*]] = call <16 x float> @llvm.fma.v16f32(<16 x float> %{{.*}}, <16 x float> [[GUESS]], <16 x float> <float 1.000000e+00{{.*}}>)
; CHECK: [[ORDERED:%.*]] = fcmp olt <16 x float> [[RESIDUE]], <float 1.000000e+00
; CHECK: select <16 x i1> [[ORDERED]], <16 x float> [[RESIDUE]], <16 x float> <float 1.000000e+00
; CHECK: [[RESULT:%.*]] = call <16 x float> @llvm.fma.v16f32
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
