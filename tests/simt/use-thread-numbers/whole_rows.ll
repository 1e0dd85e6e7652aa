; Where rows are whole gangs, threadIdx.x is affine and the index stays as it is.
; RUN: simt-opt --passes='function(use-thread-numbers)' --block=16x4 --width=16 %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-NOT: @heddle.laneid()
; CHECK: %at = getelementptr i32, ptr %out, i32 %thread
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.tid.y() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %out = load ptr, ptr %params, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %y = call i32 @heddle.tid.y()
  %row = shl nuw nsw i32 %y, 4
  %thread = or disjoint i32 %row, %x
  %at = getelementptr i32, ptr %out, i32 %thread
  store i32 7, ptr %at
  ret void
}
!0 = !{}
