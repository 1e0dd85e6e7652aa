; The engine is told when a thread arrives at the barrier of its cluster, and when it has waited for it. The barriers
; of the block around the wait begin no new epoch.
; RUN: simt-opt --passes='check-shared-races' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: call void @heddle_check_race(
; CHECK: call void @heddle_race_barrier_arrive(i32 16, i32 0)
; CHECK-NEXT: call void @heddle.cluster_arrive()
; CHECK-NEXT: call void @heddle.barrier(i32 16, i32 0)
; CHECK-NEXT: call void @heddle_race_barrier_leave(i32 16)
; CHECK: call void @heddle_check_race(
; CHECK: %v = load float, ptr %shared
  %shared = call ptr @heddle.shared.base()
  store float 1.0, ptr %shared, align 4
  call void @heddle.cluster_arrive()
  call void @heddle.barrier(i32 16, i32 0)
  %v = load float, ptr %shared, align 4
  ret void
}
declare ptr @heddle.shared.base()
declare void @heddle.barrier(i32, i32)
declare void @heddle.cluster_arrive()
