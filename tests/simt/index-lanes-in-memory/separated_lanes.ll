; A vector of which each lane is taken out singly is stored, and its elements are loaded. One of which a few are taken
; stays in its register.
; RUN: simt-opt --passes='function(index-lanes-in-memory)' %s | FileCheck %s
; CHECK: %lanes = alloca <8 x i8>
; CHECK: store <8 x i8> %all, ptr %lanes
; CHECK-COUNT-8: load i8, ptr
; CHECK: extractelement <8 x i8> %some, i64 3
define i8 @f(<8 x i8> %all, <8 x i8> %some) {
  %a = extractelement <8 x i8> %all, i64 0
  %b = extractelement <8 x i8> %all, i64 1
  %c = extractelement <8 x i8> %all, i64 2
  %d = extractelement <8 x i8> %all, i64 3
  %e = extractelement <8 x i8> %all, i64 4
  %f = extractelement <8 x i8> %all, i64 5
  %g = extractelement <8 x i8> %all, i64 6
  %h = extractelement <8 x i8> %all, i64 7
  %x = extractelement <8 x i8> %some, i64 3
  %ab = shl i8 %a, %b
  %abc = shl i8 %ab, %c
  %abcd = shl i8 %abc, %d
  %abcde = shl i8 %abcd, %e
  %abcdef = shl i8 %abcde, %f
  %abcdefg = shl i8 %abcdef, %g
  %abcdefgh = shl i8 %abcdefg, %h
  %r = shl i8 %abcdefgh, %x
  ret i8 %r
}
