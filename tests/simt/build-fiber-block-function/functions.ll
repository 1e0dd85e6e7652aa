; A function that the kernel calls has a form for one thread as well (add-thread-functions), which is called with
; context and thread.
; RUN: simt-opt --passes='add-thread-functions<fibers>,build-fiber-block-function' --block=64 %s | FileCheck %s
; CHECK: define internal i32 @f.thread(ptr %0, i32 %1, i32 %2)
; CHECK: define internal void @block.kernel.thread(ptr %0, i32 %1)
; CHECK: call i32 @f.thread(ptr %0, i32 %1, i32 3)
define i32 @f(i32 %x) {
  ret i32 %x
}
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %r = call i32 @f(i32 3)
  store volatile i32 %r, ptr %params
  ret void
}
