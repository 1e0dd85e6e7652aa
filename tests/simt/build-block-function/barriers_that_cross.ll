; Gangs that wait at different barriers wait for ever. The scheduler finds that none of them has run or
; been released, and ends the kernel with the barrier of the first one and the threads that have come.
; RUN: simt-opt --passes=build-block-function --block=64 --width=32 %s | FileCheck %s
declare void @heddle.gang.barrier(i32, i32) convergent
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  %first = icmp eq i32 %gang, 0
  br i1 %first, label %one, label %other
one:
  call void @heddle.gang.barrier(i32 1, i32 0)
  br label %done
other:
  call void @heddle.gang.barrier(i32 2, i32 0)
  br label %done
done:
  ret void
}
; CHECK: schedule:
; CHECK: store i1 %{{.*}}, ptr %released
; CHECK: %[[MOVED:.*]] = load i1, ptr %moved
; CHECK-NEXT: %[[RELEASED:.*]] = load i1, ptr %released
; CHECK-NEXT: %[[ANY:.*]] = or i1 %[[MOVED]], %[[RELEASED]]
; CHECK-NEXT: %[[STUCK:.*]] = xor i1 %[[ANY]], true
; CHECK: %[[DEADLOCK:.*]] = and i1 %{{.*}}, %[[STUCK]]
; CHECK-NEXT: br i1 %[[DEADLOCK]], label %deadlock, label %live
; CHECK: call void @heddle_barrier_deadlock(ptr %{{.*}}, i32 %{{.*}}, i32 %{{.*}}, i32 %{{.*}})
; CHECK-NEXT: unreachable
