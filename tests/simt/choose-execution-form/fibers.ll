; A barrier inside a recursive function: each thread needs a stack of its own.
; RUN: simt-opt --passes='choose-execution-form,print<execution-form>' --block=64 --disable-output %s | FileCheck %s
; CHECK: kernel k, block 64x1x1: fibers
declare void @heddle.barrier(i32, i32) convergent
define void @walk(i32 %n) noinline {
  call void @heddle.barrier(i32 0, i32 0)
  %done = icmp eq i32 %n, 0
  br i1 %done, label %end, label %more
more:
  %less = sub i32 %n, 1
  call void @walk(i32 %less)
  br label %end
end:
  ret void
}
define void @k(ptr %params) "heddle-kernel" {
  call void @walk(i32 3)
  ret void
}
