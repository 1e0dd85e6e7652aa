; Of a longer vector, the register that has the elements is taken first.
; RUN: simt-opt --passes='function(fold-shuffles)' %s | FileCheck %s
define <4 x float> @f(<16 x float> %gang, <4 x float> %y) {
; CHECK: [[PART:%.*]] = shufflevector <16 x float> %gang, <16 x float> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
; CHECK: [[R:%.*]] = shufflevector <4 x float> [[PART]], <4 x float> %y, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: ret <4 x float> [[R]]
  %some = shufflevector <16 x float> %gang, <16 x float> poison, <4 x i32> <i32 8, i32 poison, i32 9, i32 poison>
  %both = shufflevector <4 x float> %some, <4 x float> %y, <4 x i32> <i32 0, i32 4, i32 2, i32 5>
  ret <4 x float> %both
}
