; Regions know that they are regions, which of them a gang only returns from, and the block's size.
; RUN: simt-opt --passes=build-block-function --block=64 --width=16 %s | FileCheck %s
declare void @heddle.gang.barrier(i32, i32) convergent
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  store volatile i32 1, ptr %context
  call void @heddle.gang.barrier(i32 0, i32 0)
  store volatile i32 2, ptr %context
  ret void
}
; CHECK: define internal i32 @block.gang.region0(ptr noalias %0, i32 %1) [[FIRST:#[0-9]+]]
; CHECK: define internal i32 @block.gang.region1(ptr noalias %0, i32 %1) [[LAST:#[0-9]+]]
; CHECK: attributes [[FIRST]] = { nounwind "heddle-block-dim"="64x1x1" "heddle-region" }
; CHECK: attributes [[LAST]] = { nounwind "heddle-block-dim"="64x1x1" "heddle-region"="last" }
