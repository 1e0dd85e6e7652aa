; Behind the barrier only the first gang works, so only it is run.
; RUN: simt-opt --passes=build-block-function --block=64 --width=16 %s | FileCheck %s
declare void @heddle.gang.barrier(i32, i32)
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  store i32 %gang, ptr %context
  call void @heddle.gang.barrier(i32 0, i32 0)
  %first = shl i32 %gang, 4
  %works = icmp ult i32 %first, 4
  br i1 %works, label %step, label %done
step:
  store i32 5, ptr %context
  br label %done
done:
  ret void
}
; CHECK: define i32 @block(ptr noalias %0)
; CHECK: round1:
; CHECK-NEXT: store i1 true
; CHECK-NEXT: call i32 @block.gang.region1(ptr %0, i32 0)
; CHECK: gangs:
; CHECK: call i32 @block.gang.region0(ptr %0, i32 %gang)
