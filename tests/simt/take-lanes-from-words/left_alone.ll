; Left alone: a vector of which one lane is missing, words of 64 bits, floats, and a lane whose number is not constant.
; RUN: simt-opt --passes='function(take-lanes-from-words)' %s | FileCheck %s
; CHECK-NOT: bitcast
; CHECK: ret void
define void @f(<8 x i32> %some, <8 x i64> %longs, <8 x float> %floats, <8 x i32> %indexed, i64 %n, ptr %out) {
  %s0 = extractelement <8 x i32> %some, i64 0
  store volatile i32 %s0, ptr %out
  %s1 = extractelement <8 x i32> %some, i64 1
  store volatile i32 %s1, ptr %out
  %s2 = extractelement <8 x i32> %some, i64 2
  store volatile i32 %s2, ptr %out
  %s3 = extractelement <8 x i32> %some, i64 3
  store volatile i32 %s3, ptr %out
  %s4 = extractelement <8 x i32> %some, i64 4
  store volatile i32 %s4, ptr %out
  %s5 = extractelement <8 x i32> %some, i64 5
  store volatile i32 %s5, ptr %out
  %s6 = extractelement <8 x i32> %some, i64 6
  store volatile i32 %s6, ptr %out
  %l0 = extractelement <8 x i64> %longs, i64 0
  store volatile i64 %l0, ptr %out
  %l1 = extractelement <8 x i64> %longs, i64 1
  store volatile i64 %l1, ptr %out
  %l2 = extractelement <8 x i64> %longs, i64 2
  store volatile i64 %l2, ptr %out
  %l3 = extractelement <8 x i64> %longs, i64 3
  store volatile i64 %l3, ptr %out
  %l4 = extractelement <8 x i64> %longs, i64 4
  store volatile i64 %l4, ptr %out
  %l5 = extractelement <8 x i64> %longs, i64 5
  store volatile i64 %l5, ptr %out
  %l6 = extractelement <8 x i64> %longs, i64 6
  store volatile i64 %l6, ptr %out
  %l7 = extractelement <8 x i64> %longs, i64 7
  store volatile i64 %l7, ptr %out
  %f0 = extractelement <8 x float> %floats, i64 0
  store volatile float %f0, ptr %out
  %f1 = extractelement <8 x float> %floats, i64 1
  store volatile float %f1, ptr %out
  %f2 = extractelement <8 x float> %floats, i64 2
  store volatile float %f2, ptr %out
  %f3 = extractelement <8 x float> %floats, i64 3
  store volatile float %f3, ptr %out
  %f4 = extractelement <8 x float> %floats, i64 4
  store volatile float %f4, ptr %out
  %f5 = extractelement <8 x float> %floats, i64 5
  store volatile float %f5, ptr %out
  %f6 = extractelement <8 x float> %floats, i64 6
  store volatile float %f6, ptr %out
  %f7 = extractelement <8 x float> %floats, i64 7
  store volatile float %f7, ptr %out
  %i = extractelement <8 x i32> %indexed, i64 %n
  store volatile i32 %i, ptr %out
  ret void
}
