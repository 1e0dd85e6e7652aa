; Where the CPU cannot gather and each lane reads its own element of one table, the number of the element
; stays narrow: the addressing of a scalar load extends and scales it.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=16 %s | FileCheck %s
; CHECK-LABEL: define internal void @block.gang(
; CHECK: [[NUMBERS:%.*]] = load <16 x i32>
; CHECK: [[NUMBER:%.*]] = extractelement <16 x i32> [[NUMBERS]], i64 0
; CHECK-NEXT: [[INDEX:%.*]] = sext i32 [[NUMBER]] to i64
; CHECK-NEXT: [[AT:%.*]] = getelementptr float, ptr %table, i64 [[INDEX]]
; CHECK-NEXT: load float, ptr [[AT]]
; CHECK: extractelement <16 x i32> [[NUMBERS]], i64 15
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %table = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %at = getelementptr i32, ptr %table, i64 %wide
  %number = load i32, ptr %at
  %index = sext i32 %number to i64
  %element.at = getelementptr float, ptr %table, i64 %index
  %element = load float, ptr %element.at
  %bits = bitcast float %element to i32
  store i32 %bits, ptr %at
  ret void
}
!0 = !{}
