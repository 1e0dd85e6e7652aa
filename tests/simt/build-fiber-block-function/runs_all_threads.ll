; The run-time library runs each thread of the block on a stack of its own.
; RUN: simt-opt --passes=build-fiber-block-function --block=64 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %tid = call i32 @heddle.tid.x()
  store volatile i32 %tid, ptr %params
  ret void
}
; CHECK: define internal void @block.kernel.thread(ptr %0, i32 %1)
; CHECK: urem i32 %1,
; CHECK: define i32 @block(ptr %0)
; CHECK: [[STATUS:%.*]] = call i32 @heddle_run_threads(ptr %0, ptr @block.kernel.thread, i32 64)
; CHECK: ret i32 [[STATUS]]
