; Operations that PTX wants rounded, and those of doubles, stay what they are.
; RUN: simt-opt --passes='function(use-estimates)' --estimates %s | FileCheck %s
; CHECK-LABEL: @rounded
; CHECK-NOT: @llvm.x86
; CHECK: [[ROOT:%.*]] = call <8 x float> @llvm.sqrt.v8f32
; CHECK: fdiv <8 x float> {{.*}}, [[ROOT]]
; CHECK-LABEL: @double
; CHECK-NOT: @llvm.x86
; CHECK: fdiv afn double 1.0
; CHECK-LABEL: @approximate
; CHECK: call <8 x float> @llvm.x86.avx512.rcp14.ps.256
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
define <8 x float> @rounded(<8 x float> %x) {
  %root = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %result = fdiv <8 x float> splat (float 1.0), %root
  ret <8 x float> %result
}
define double @double(double %x) {
  %result = fdiv afn double 1.0, %x
  ret double %result
}
define <8 x float> @approximate(<8 x float> %x) {
  %result = fdiv afn <8 x float> splat (float 1.0), %x
  ret <8 x float> %result
}
