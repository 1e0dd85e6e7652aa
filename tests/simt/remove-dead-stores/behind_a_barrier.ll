; A barrier in between: what is stored before it may be read by anyone.
; RUN: simt-opt --passes=remove-dead-stores %s | FileCheck %s
declare void @heddle.barrier(i32, i32) convergent nounwind
define void @k(ptr %params) "heddle-kernel" {
; CHECK-NOT: store i32 1,
; CHECK: store i32 2, ptr %params
; CHECK: call void @heddle.barrier
; CHECK: store i32 3, ptr %params
  store i32 1, ptr %params
  store i32 2, ptr %params
  call void @heddle.barrier(i32 0, i32 0)
  store i32 3, ptr %params
  ret void
}
