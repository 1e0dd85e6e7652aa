; A vector of which each lane is taken is taken in words of two lanes, of which the second one is shifted out.
; RUN: simt-opt --passes='function(take-lanes-from-words)' %s | FileCheck %s
; CHECK: [[DEFINED:%.*]] = freeze <8 x i32> %v
; CHECK-NEXT: [[WORDS:%.*]] = bitcast <8 x i32> [[DEFINED]] to <4 x i64>
; CHECK-NEXT: [[FIRST:%.*]] = extractelement <4 x i64> [[WORDS]], i64 0
; CHECK-NEXT: trunc i64 [[FIRST]] to i32
; CHECK-NEXT: [[UPPER:%.*]] = lshr i64 [[FIRST]], 32
; CHECK-NEXT: trunc i64 [[UPPER]] to i32
; CHECK-NEXT: extractelement <4 x i64> [[WORDS]], i64 1
; CHECK-NOT: extractelement <8 x i32>
define i32 @f(<8 x i32> %v) {
  %a0 = extractelement <8 x i32> %v, i64 0
  %a1 = extractelement <8 x i32> %v, i64 1
  %a2 = extractelement <8 x i32> %v, i64 2
  %a3 = extractelement <8 x i32> %v, i64 3
  %a4 = extractelement <8 x i32> %v, i64 4
  %a5 = extractelement <8 x i32> %v, i64 5
  %a6 = extractelement <8 x i32> %v, i64 6
  %a7 = extractelement <8 x i32> %v, i64 7
  %sa0 = shl i32 1, %a0
  %sa1 = shl i32 %sa0, %a1
  %sa2 = shl i32 %sa1, %a2
  %sa3 = shl i32 %sa2, %a3
  %sa4 = shl i32 %sa3, %a4
  %sa5 = shl i32 %sa4, %a5
  %sa6 = shl i32 %sa5, %a6
  %sa7 = shl i32 %sa6, %a7
  ret i32 %sa7
}
