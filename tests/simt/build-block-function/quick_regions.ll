; Code that is made quickly calls its regions, also where gangs run them in turn, so that none is compiled twice.
; RUN: simt-opt --passes=build-block-function --block=64 --width=16 --strip-mined %s | FileCheck %s
declare void @heddle.gang.barrier(i32, i32) convergent
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  store volatile i32 1, ptr %context
  call void @heddle.gang.barrier(i32 0, i32 0)
  store volatile i32 2, ptr %context
  ret void
}
; CHECK: define i32 @block(ptr noalias %0)
; CHECK: call i32 @block.gang.region0(ptr %0, i32 %{{.*}}) #[[CALLED:[0-9]+]]
; CHECK: call i32 @block.gang.region1(ptr %0, i32 %{{.*}}) #[[CALLED]]
; CHECK: attributes #[[CALLED]] = { noinline }
