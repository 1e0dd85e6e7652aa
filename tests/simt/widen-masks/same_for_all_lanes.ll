; A condition that is the same for all lanes is widened before it is copied to them.
; RUN: simt-opt --passes='function(widen-masks)' %s | FileCheck %s
define <4 x float> @f(<4 x float> %a, <4 x float> %b, i1 %up) {
; CHECK: [[UP:%.*]] = sext i1 %up to i32
; CHECK: insertelement <4 x i32> poison, i32 [[UP]], i64 0
; CHECK: xor <4 x i32>
; CHECK: icmp slt <4 x i32>
  %first = insertelement <4 x i1> poison, i1 %up, i64 0
  %all = shufflevector <4 x i1> %first, <4 x i1> poison, <4 x i32> zeroinitializer
  %less = fcmp olt <4 x float> %a, %b
  %m = xor <4 x i1> %less, %all
  %r = select <4 x i1> %m, <4 x float> %a, <4 x float> %b
  ret <4 x float> %r
}
