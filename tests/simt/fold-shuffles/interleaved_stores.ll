; A vector whose even elements were replaced, and then the odd ones, has nothing of the first one.
; RUN: simt-opt --passes='function(fold-shuffles)' %s | FileCheck %s
define <4 x float> @f(<4 x float> %x, <4 x float> %old, <4 x float> %y) {
; CHECK: [[R:%.*]] = shufflevector <4 x float> %x, <4 x float> %y, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: ret <4 x float> [[R]]
  %even = shufflevector <4 x float> %x, <4 x float> %old, <4 x i32> <i32 0, i32 5, i32 1, i32 7>
  %both = shufflevector <4 x float> %even, <4 x float> %y, <4 x i32> <i32 0, i32 4, i32 2, i32 5>
  ret <4 x float> %both
}
