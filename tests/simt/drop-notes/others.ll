; Barriers and accesses around a note stay.
; RUN: simt-opt --passes='drop-notes' %s | FileCheck %s
; CHECK: store i32 1, ptr %to
; CHECK-NEXT: call void @heddle.barrier(i32 0, i32 0)
; CHECK-NEXT: store i32 2, ptr %to
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %to = load ptr, ptr %params, align 8, !invariant.load !0
  store i32 1, ptr %to, align 4
  call void @heddle.note(i32 6, i64 0, i32 0)
  call void @heddle.barrier(i32 0, i32 0)
  call void @heddle.note(i32 4, i64 0, i32 0)
  store i32 2, ptr %to, align 4
  ret void
}
declare void @heddle.note(i32, i64, i32)
declare void @heddle.barrier(i32, i32)
!0 = !{}
