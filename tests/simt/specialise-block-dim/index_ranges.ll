; An index along an axis of length 1 is zero; along another one it is less than its length.
; RUN: simt-opt --passes=specialise-block-dim --block=64 %s | FileCheck %s
declare i32 @heddle.tid.x()
declare i32 @heddle.tid.y()
define void @k(ptr %params) "heddle-kernel" {
; CHECK: call range(i32 0, 64) i32 @heddle.tid.x()
; CHECK: store i32 0, ptr %params
  %x = call i32 @heddle.tid.x()
  store i32 %x, ptr %params
  %y = call i32 @heddle.tid.y()
  store i32 %y, ptr %params
  ret void
}
