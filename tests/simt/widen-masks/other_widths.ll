; Left alone: a comparison of 64-bit values, whose result has twice the width of what is selected, and a
; single comparison, which LLVM selects by as it is.
; RUN: simt-opt --passes='function(widen-masks)' %s | FileCheck %s
define <4 x float> @f(<4 x float> %a, <4 x float> %b, <4 x double> %d) {
; CHECK-NOT: sext
; CHECK: select <4 x i1> %m, <4 x float> %a, <4 x float> %b
; CHECK: select <4 x i1> %less, <4 x float> %r, <4 x float> %a
  %less = fcmp olt <4 x float> %a, %b
  %positive = fcmp ogt <4 x double> %d, zeroinitializer
  %m = and <4 x i1> %less, %positive
  %r = select <4 x i1> %m, <4 x float> %a, <4 x float> %b
  %s = select <4 x i1> %less, <4 x float> %r, <4 x float> %a
  ret <4 x float> %s
}
