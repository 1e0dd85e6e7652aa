; Notes go from the functions that a kernel calls, too.
; RUN: simt-opt --passes='drop-notes' %s | FileCheck %s
; CHECK-NOT: call void @heddle.note
; CHECK: define void @f(i64 %address)
; CHECK-NEXT: ret void
; CHECK: call void @f(i64 16)
define void @f(i64 %address) {
  call void @heddle.note(i32 2, i64 %address, i32 0)
  ret void
}
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  call void @heddle.note(i32 0, i64 16, i32 0)
  call void @f(i64 16)
  ret void
}
declare void @heddle.note(i32, i64, i32)
