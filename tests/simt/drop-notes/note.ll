; What no tool has asked for leaves no trace.
; RUN: simt-opt --passes='drop-notes' %s | FileCheck %s
; CHECK-NOT: call void @heddle.note
; CHECK: ret void
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  call void @heddle.note(i32 4, i64 0, i32 0)
  ret void
}
declare void @heddle.note(i32, i64, i32)
