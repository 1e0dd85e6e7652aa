; Eight bytes to a word.
; RUN: simt-opt --passes='function(take-lanes-from-words)' %s | FileCheck %s
; CHECK: [[DEFINED:%.*]] = freeze <16 x i8> %v
; CHECK-NEXT: [[WORDS:%.*]] = bitcast <16 x i8> [[DEFINED]] to <2 x i64>
; CHECK: [[FIRST:%.*]] = extractelement <2 x i64> [[WORDS]], i64 0
; CHECK: lshr i64 [[FIRST]], 56
; CHECK: [[SECOND:%.*]] = extractelement <2 x i64> [[WORDS]], i64 1
; CHECK: lshr i64 [[SECOND]], 56
; CHECK-NOT: extractelement
define i8 @f(<16 x i8> %v) {
  %a0 = extractelement <16 x i8> %v, i64 0
  %a1 = extractelement <16 x i8> %v, i64 1
  %a2 = extractelement <16 x i8> %v, i64 2
  %a3 = extractelement <16 x i8> %v, i64 3
  %a4 = extractelement <16 x i8> %v, i64 4
  %a5 = extractelement <16 x i8> %v, i64 5
  %a6 = extractelement <16 x i8> %v, i64 6
  %a7 = extractelement <16 x i8> %v, i64 7
  %a8 = extractelement <16 x i8> %v, i64 8
  %a9 = extractelement <16 x i8> %v, i64 9
  %a10 = extractelement <16 x i8> %v, i64 10
  %a11 = extractelement <16 x i8> %v, i64 11
  %a12 = extractelement <16 x i8> %v, i64 12
  %a13 = extractelement <16 x i8> %v, i64 13
  %a14 = extractelement <16 x i8> %v, i64 14
  %a15 = extractelement <16 x i8> %v, i64 15
  %sa0 = shl i8 1, %a0
  %sa1 = shl i8 %sa0, %a1
  %sa2 = shl i8 %sa1, %a2
  %sa3 = shl i8 %sa2, %a3
  %sa4 = shl i8 %sa3, %a4
  %sa5 = shl i8 %sa4, %a5
  %sa6 = shl i8 %sa5, %a6
  %sa7 = shl i8 %sa6, %a7
  %sa8 = shl i8 %sa7, %a8
  %sa9 = shl i8 %sa8, %a9
  %sa10 = shl i8 %sa9, %a10
  %sa11 = shl i8 %sa10, %a11
  %sa12 = shl i8 %sa11, %a12
  %sa13 = shl i8 %sa12, %a13
  %sa14 = shl i8 %sa13, %a14
  %sa15 = shl i8 %sa14, %a15
  ret i8 %sa15
}
