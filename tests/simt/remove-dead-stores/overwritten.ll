; A store that the same thread overwrites is removed.
; RUN: simt-opt --passes=remove-dead-stores %s | FileCheck %s
define void @k(ptr %params) "heddle-kernel" {
; CHECK: define void @k
; CHECK-NOT: store i32 1
; CHECK: store i32 2, ptr %params
  store i32 1, ptr %params
  store i32 2, ptr %params
  ret void
}
