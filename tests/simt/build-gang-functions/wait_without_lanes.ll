; A gang runs to the end of the iteration in which its last lane leaves the loop. There it waits only if a lane is still
; active: without one it has nothing to wait for, and its block would be suspended for nothing.
; RUN: simt-opt --passes=build-gang-functions --block=64 --width=8 %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK: %[[FLAG:.*]] = load volatile i32
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %{{.*}} to i8
; CHECK-NEXT: %[[ANY:.*]] = icmp ne i8 %[[BITS]], 0
; CHECK-NEXT: br i1 %[[ANY]], label %[[ACTIVE:active.*]], label %[[DONE:done.*]]
; CHECK: [[ACTIVE]]:
; CHECK-NEXT: call void @heddle.gang.wait()
; CHECK-NEXT: br label %[[DONE]]
declare i32 @heddle.tid.x() memory(none)
declare void @heddle.wait() convergent
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %limit = load i32, ptr %params
  %flag = getelementptr i8, ptr %params, i64 8
  %few = icmp slt i32 %tid, %limit
  br i1 %few, label %loop, label %done
loop:
  %value = load volatile i32, ptr %flag
  %set = icmp ne i32 %value, 0
  br i1 %set, label %done, label %wait
wait:
  call void @heddle.wait()
  br label %loop
done:
  ret void
}
