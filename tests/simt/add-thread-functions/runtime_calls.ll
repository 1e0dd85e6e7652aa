; Operations that the run-time library does for each lane are called with context and thread.
; RUN: simt-opt --passes=add-thread-functions %s | FileCheck %s
declare ptr @malloc(i64)
declare i64 @heddle.clock64()
define ptr @f() {
; CHECK: call i64 @heddle_clock64(ptr %0)
; CHECK: call ptr @heddle_malloc(ptr %0, i32 %1, i64
  %t = call i64 @heddle.clock64()
  %p = call ptr @malloc(i64 %t)
  ret ptr %p
}
