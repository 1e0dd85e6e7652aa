; A number that is taken apart as a vector is shifted instead.
; RUN: simt-opt --passes='function(scalarise-aggregates)' %s | FileCheck %s
; CHECK-LABEL: define i32 @f
; CHECK-NOT: bitcast
define i32 @f(i64 %x) {
; CHECK: [[SHIFTED:%.*]] = lshr i64 %x, 32
; CHECK: trunc i64 [[SHIFTED]] to i32
  %v = bitcast i64 %x to <2 x i32>
  %high = extractelement <2 x i32> %v, i64 1
  ret i32 %high
}
