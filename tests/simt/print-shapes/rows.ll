; In a block of 8 by 8 threads a gang of 16 lanes is two whole rows: indices are a constant of each lane more than those
; of the first one. A gang of 8 lanes is one row, whose y is uniform. Rows of 6 threads begin anywhere in a gang.
; RUN: simt-opt --passes='print<shapes>' --block=8x8 --width=16 --disable-output %s | FileCheck %s --check-prefix=TWO
; RUN: simt-opt --passes='print<shapes>' --block=8x8 --width=8 --disable-output %s | FileCheck %s --check-prefix=ONE
; RUN: simt-opt --passes='print<shapes>' --block=6x8 --width=16 --disable-output %s | FileCheck %s --check-prefix=PARTS
; TWO: x pattern 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
; TWO: y pattern 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1
; PARTS: x varying
; PARTS: y varying
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
