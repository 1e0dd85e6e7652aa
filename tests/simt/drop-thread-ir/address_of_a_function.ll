; Of a device function whose address is used, the declaration stays: the program has its native code.
; RUN: simt-opt --passes=drop-thread-ir %s | FileCheck %s
; CHECK: declare i32 @f(i32)
; CHECK: define i32 @block(ptr %context)
; CHECK: store ptr @f, ptr %context
define i32 @f(i32 %x) "heddle-thread-ir" {
  ret i32 %x
}
define i32 @block(ptr %context) {
  store ptr @f, ptr %context
  ret i32 0
}
