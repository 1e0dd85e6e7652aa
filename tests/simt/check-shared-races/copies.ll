; An asynchronous copy is told to the engine when it starts, its group when it is committed, and
; when the thread waits for it. Behind a barrier of the block, copies that nobody has waited for are
; marked in the shadow again.
; RUN: simt-opt --passes='check-shared-races' %s | FileCheck %s
; CHECK: call void @heddle_race_copy(i64 %address, ptr {{@site.*}}, ptr @sites)
; CHECK: call void @heddle_race_copy_commit()
; CHECK: call void @heddle_race_copy_wait(i32 1, i32 0)
; CHECK: call void @heddle_race_copy_wait(i32 0, i32 1)
; CHECK: call void @heddle.barrier(i32 0, i32 0)
; CHECK: call void @heddle_race_copy_epoch()
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %shared = call ptr @heddle.shared.base()
  %address = ptrtoint ptr %shared to i64
  store i32 1, ptr %shared, align 4
  call void @heddle.note(i32 3, i64 %address, i32 4)
  call void @heddle.note(i32 4, i64 0, i32 0)
  call void @heddle.note(i32 5, i64 0, i32 1)
  call void @heddle.note(i32 6, i64 0, i32 0)
  call void @heddle.barrier(i32 0, i32 0)
  ret void
}
declare ptr @heddle.shared.base()
declare void @heddle.barrier(i32, i32)
declare void @heddle.note(i32, i64, i32)
