; Where a kernel reaches into other blocks of its cluster and has atomics that acquire or release, its threads may be
; ordered by way of another block, so that it is left as it is.
; RUN: simt-opt --passes='check-shared-races' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK-NOT: heddle_check_race
; CHECK: store i32 1, ptr %there
; CHECK-NEXT: %old = atomicrmw add ptr %shared, i32 1 acq_rel
; CHECK-NEXT: ret void
  %shared = call ptr @heddle.shared.base()
  %stride = call i64 @heddle.cluster.stride()
  %there = getelementptr i8, ptr %shared, i64 %stride
  store i32 1, ptr %there, align 4
  %old = atomicrmw add ptr %shared, i32 1 acq_rel, align 4
  ret void
}
declare ptr @heddle.shared.base()
declare i64 @heddle.cluster.stride()
