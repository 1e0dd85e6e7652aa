; In a block of 8 by 8 threads a gang of 16 lanes is two rows: no index is affine. A gang of 8 lanes is one
; row, whose y is uniform.
; RUN: simt-opt --passes='print<shapes>' --block=8x8 --width=16 --disable-output %s | FileCheck %s --check-prefix=TWO
; RUN: simt-opt --passes='print<shapes>' --block=8x8 --width=8 --disable-output %s | FileCheck %s --check-prefix=ONE
; TWO: x varying
; TWO: y varying
; ONE: x affine 1
; ONE: y uniform
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.tid.y() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %x = call i32 @heddle.tid.x()
  %y = call i32 @heddle.tid.y()
  %sum = add i32 %x, %y
  store volatile i32 %sum, ptr %params
  ret void
}
