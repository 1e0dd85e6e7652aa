; Two comparisons of 32-bit values decide about 32-bit values.
; RUN: simt-opt --passes='function(widen-masks)' %s | FileCheck %s
define <16 x float> @f(<16 x float> %a, <16 x float> %b, <16 x i32> %i, i32 %n) {
; CHECK: [[LESS:%.*]] = sext <16 x i1> %less to <16 x i32>
; CHECK: [[BELOW:%.*]] = sext <16 x i1> %below to <16 x i32>
; CHECK: [[BOTH:%.*]] = and <16 x i32> [[LESS]], [[BELOW]]
; CHECK: [[C:%.*]] = icmp slt <16 x i32> [[BOTH]], zeroinitializer
; CHECK: select <16 x i1> [[C]], <16 x float> %a, <16 x float> %b
  %less = fcmp olt <16 x float> %a, %b
  %below = icmp ult <16 x i32> %i, <i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9, i32 9>
  %both = and <16 x i1> %less, %below
  %r = select <16 x i1> %both, <16 x float> %a, <16 x float> %b
  ret <16 x float> %r
}
