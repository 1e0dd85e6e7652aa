; The engine is told who initialises, tests and invalidates an asynchronous barrier, but not of notes
; about copies, which another tool looks at.
; RUN: simt-opt --passes='check-barriers' %s | FileCheck %s
; CHECK: call void @heddle_sync_mbarrier(i64 16, i32 0, i32 0, ptr [[SITE:@site.*]])
; CHECK: call void @heddle_sync_mbarrier(i64 16, i32 2, i32 1, ptr [[SITE]])
; CHECK: call void @heddle_sync_mbarrier(i64 16, i32 1, i32 0, ptr [[SITE]])
; CHECK-NOT: call void @heddle_sync_mbarrier
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  call void @heddle.note(i32 0, i64 16, i32 0)
  call void @heddle.note(i32 2, i64 16, i32 1)
  call void @heddle.note(i32 1, i64 16, i32 0)
  call void @heddle.note(i32 4, i64 0, i32 0)
  ret void
}
declare void @heddle.note(i32, i64, i32)
