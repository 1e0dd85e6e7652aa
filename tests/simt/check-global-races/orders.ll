; A barrier of the block begins a new epoch. An atomic is a release and an acquire, a volatile load an acquire. Barriers
; of warps are not followed, which the engine is told: 1 beside the number of the place.
; RUN: simt-opt --passes='check-global-races' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: call void @heddle.barrier(i32 0, i32 0)
; CHECK-NEXT: %stamp{{.*}} = load i64, ptr %stamp.at
; CHECK: add i64 %stamp{{.*}}, 268435456
; CHECK: call void @heddle_check_global_race({{.*}}, i32 257)
; CHECK: call void @heddle_global_race_release(i64
; CHECK: atomicrmw add ptr %p, i32 1 monotonic
; CHECK: call void @heddle_global_race_acquire(i64
; CHECK: call void @heddle_check_global_race({{.*}}, i32 513)
; CHECK-NOT: heddle_global_race_release
; CHECK: load volatile i32, ptr %p
; CHECK: call void @heddle_global_race_acquire(i64
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  call void @heddle.barrier(i32 0, i32 0)
  %old = atomicrmw add ptr %p, i32 1 monotonic, align 4
  call void @heddle.warp.barrier(i32 -1)
  %v = load volatile i32, ptr %p, align 4
  ret void
}
declare void @heddle.barrier(i32, i32)
declare void @heddle.warp.barrier(i32)
!0 = !{}
