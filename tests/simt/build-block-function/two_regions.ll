; A barrier for the whole block: all gangs run the code before it, then all run the code behind it.
; RUN: simt-opt --passes=build-block-function --block=64 --width=16 %s | FileCheck %s
declare void @heddle.gang.barrier(i32, i32) convergent
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  store volatile i32 1, ptr %context
  call void @heddle.gang.barrier(i32 0, i32 0)
  store volatile i32 2, ptr %context
  ret void
}
; CHECK: define internal i32 @block.gang.region0(ptr noalias %0, i32 %1)
; CHECK: store volatile i32 1
; CHECK: ret i32 1
; CHECK: define internal i32 @block.gang.region1(ptr noalias %0, i32 %1)
; CHECK: store volatile i32 2
; CHECK: ret i32 -1
; CHECK: define i32 @block(ptr noalias %0)
; CHECK: round0:
; CHECK: round1:
; CHECK: call i32 @block.gang.region0
; CHECK: switch i32 %{{.*}}, label %exit [
; CHECK-NEXT: i32 1, label %round1
