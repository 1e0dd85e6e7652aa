; blockDim becomes a constant.
; RUN: simt-opt --passes=specialise-block-dim --block=64x4 %s | FileCheck %s
declare i32 @heddle.ntid.x()
declare i32 @heddle.ntid.y()
declare i32 @heddle.ntid.z()
define void @k(ptr %params) "heddle-kernel" {
; CHECK: store i32 64, ptr %params
; CHECK: store i32 4, ptr %params
; CHECK: store i32 1, ptr %params
  %x = call i32 @heddle.ntid.x()
  store i32 %x, ptr %params
  %y = call i32 @heddle.ntid.y()
  store i32 %y, ptr %params
  %z = call i32 @heddle.ntid.z()
  store i32 %z, ptr %params
  ret void
}
