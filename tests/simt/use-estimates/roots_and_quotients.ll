; A root is its operand times the reciprocal root; zero and infinity are their own roots. A quotient
; is corrected once by its rest. A root that a quotient takes, and something else as well, is there
; for both.
; RUN: simt-opt --passes='function(use-estimates)' --estimates %s | FileCheck %s
; CHECK-LABEL: @root
; CHECK: [[GUESS:%.*]] = call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512
; CHECK: [[NAN:%.*]] = fcmp uno <16 x float> [[ROOT:%.*]], [[ROOT]]
; CHECK: [[NUMBER:%.*]] = fcmp ord <16 x float> [[GUESS]], [[GUESS]]
; CHECK: [[OWN:%.*]] = and <16 x i1> [[NAN]], [[NUMBER]]
; CHECK: select <16 x i1> [[OWN]], <16 x float> %x, <16 x float> [[ROOT]]
; CHECK-LABEL: @quotient
; CHECK: call <16 x float> @llvm.x86.avx512.rcp14.ps.512(<16 x float> %b,
; CHECK: [[PRODUCT:%.*]] = fmul <16 x float> %a,
; CHECK: [[REST:%.*]] = call <16 x float> @llvm.fma.v16f32(<16 x float> %{{.*}}, <16 x float> [[PRODUCT]], <16 x float> %a)
; CHECK: call <16 x float> @llvm.fma.v16f32(<16 x float> [[REST]], <16 x float> %{{.*}}, <16 x float> [[PRODUCT]])
; CHECK-LABEL: @both
; CHECK-COUNT-2: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512
; CHECK-NOT: @llvm.sqrt
declare <16 x float> @llvm.sqrt.v16f32(<16 x float>)
define <16 x float> @root(<16 x float> %x) {
  %result = call afn <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
  ret <16 x float> %result
}
define <16 x float> @quotient(<16 x float> %a, <16 x float> %b) {
  %result = fdiv afn <16 x float> %a, %b
  ret <16 x float> %result
}
define <16 x float> @both(<16 x float> %x) {
  %root = call afn <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
  %inverse = fdiv afn <16 x float> splat (float 1.0), %root
  %sum = fadd <16 x float> %root, %inverse
  ret <16 x float> %sum
}
