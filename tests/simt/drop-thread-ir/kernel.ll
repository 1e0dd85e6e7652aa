; When there is a block function, the kernel's thread IR goes.
; RUN: simt-opt --passes=drop-thread-ir %s | FileCheck %s
; CHECK-NOT: @k
; CHECK: define i32 @block(ptr %context)
define void @k(ptr %params) "heddle-kernel" {
  ret void
}
define i32 @block(ptr %context) {
  ret i32 0
}
