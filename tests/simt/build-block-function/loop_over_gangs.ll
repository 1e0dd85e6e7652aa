; Without barriers the block function is a loop over the gangs.
; RUN: simt-opt --passes=build-block-function --block=64 --width=16 %s | FileCheck %s
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  store i32 %gang, ptr %context
  ret void
}
; CHECK: define i32 @block(ptr noalias %0)
; CHECK: gangs:
; CHECK: [[GANG:%.*]] = phi i32 [ 0, %entry ], [ [[NEXT:%.*]], %gangs ]
; CHECK: call void @block.gang(ptr %0, i32 [[GANG]])
; CHECK: icmp ult i32 [[NEXT]], 4
; CHECK: gangs.done:
; CHECK-NEXT: ret i32 0
