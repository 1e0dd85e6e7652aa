; What is cheap to compute from the gang's number is computed again, and takes no room in the frame.
; RUN: simt-opt --passes=build-block-function --block=64 --width=16 %s | FileCheck %s
declare void @heddle.gang.barrier(i32, i32) convergent
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  %thread = mul i32 %gang, 16
  store volatile i32 %thread, ptr %context
  call void @heddle.gang.barrier(i32 0, i32 0)
  store volatile i32 %thread, ptr %context
  ret void
}
; CHECK: define internal i32 @block.gang.region1(ptr noalias %0, i32 %1)
; CHECK: [[THREAD:%.*]] = mul i32 %1, 16
; CHECK: store volatile i32 [[THREAD]], ptr %0
