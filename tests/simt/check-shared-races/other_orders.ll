; The engine is told of barriers for some threads of the block, and of atomics on shared memory that acquire or
; release.
; RUN: simt-opt --passes='check-shared-races' %s | FileCheck %s
define void @partial(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @partial
; CHECK: call void @heddle_race_barrier_arrive(i32 1, i32 64)
; CHECK-NEXT: call void @heddle.barrier(i32 1, i32 64)
; CHECK-NEXT: call void @heddle_race_barrier_leave(i32 1)
  %shared = call ptr @heddle.shared.base()
  store i32 1, ptr %shared, align 4
  call void @heddle.barrier(i32 1, i32 64)
  ret void
}
define void @acquires(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @acquires
; CHECK: call void @heddle_race_release(i64 {{.*}})
; CHECK: atomicrmw add
; CHECK: call void @heddle_race_acquire(i64 {{.*}})
; CHECK: ret void
  %shared = call ptr @heddle.shared.base()
  store i32 1, ptr %shared, align 4
  %old = atomicrmw add ptr %shared, i32 1 acq_rel, align 4
  ret void
}
declare ptr @heddle.shared.base()
declare void @heddle.barrier(i32, i32)
