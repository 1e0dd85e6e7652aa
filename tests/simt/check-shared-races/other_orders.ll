; A kernel with a barrier for some of its threads, or with an atomic that acquires, orders them in ways that
; are not followed, and is left as it is.
; RUN: simt-opt --passes='check-shared-races' %s | FileCheck %s
define void @partial(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @partial
; CHECK-NOT: heddle_note_barrier
; CHECK-NOT: heddle_check_race
; CHECK: ret void
  %shared = call ptr @heddle.shared.base()
  store i32 1, ptr %shared, align 4
  call void @heddle.barrier(i32 1, i32 64)
  ret void
}
define void @acquires(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @acquires
; CHECK-NOT: heddle_check_race
; CHECK: ret void
  %shared = call ptr @heddle.shared.base()
  store i32 1, ptr %shared, align 4
  %old = atomicrmw add ptr %shared, i32 1 acq_rel, align 4
  ret void
}
declare ptr @heddle.shared.base()
declare void @heddle.barrier(i32, i32)
