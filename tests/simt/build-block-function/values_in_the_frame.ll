; A value that is used behind a barrier is stored in the gang's part of the block's frame, and loaded there.
; RUN: simt-opt --passes=build-block-function --block=64 --width=16 %s | FileCheck %s
declare void @heddle.gang.barrier(i32, i32) convergent
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  %x = load volatile i32, ptr %context
  call void @heddle.gang.barrier(i32 0, i32 0)
  store volatile i32 %x, ptr %context
  ret void
}
; CHECK: define internal i32 @block.gang.region0
; CHECK: %x = load volatile i32, ptr %0
; CHECK: store i32 %x, ptr
; CHECK: define internal i32 @block.gang.region1
; CHECK: [[X:%.*]] = load i32, ptr
; CHECK: store volatile i32 [[X]], ptr %0
