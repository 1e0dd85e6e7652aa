; A kernel whose threads do not meet runs in gangs, as wide as a register of 32-bit values.
; RUN: simt-opt --passes='choose-execution-form,print<execution-form>' --block=256 --register-bits=512 --disable-output %s | FileCheck %s
; CHECK: kernel k, block 256x1x1: gang of 16 lanes
declare i32 @heddle.tid.x()
define void @k(ptr %params) "heddle-kernel" {
  %tid = call i32 @heddle.tid.x()
  %p = getelementptr i32, ptr %params, i32 %tid
  store i32 %tid, ptr %p
  ret void
}
