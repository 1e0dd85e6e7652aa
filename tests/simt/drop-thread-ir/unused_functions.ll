; Functions of the module's own that nobody calls any more go as well.
; RUN: simt-opt --passes=drop-thread-ir %s | FileCheck %s
; CHECK-NOT: @unused
; CHECK-NOT: @heddle.tid.x
; CHECK: define i32 @block
; CHECK: define internal void @used
declare i32 @heddle.tid.x()
define internal void @unused() {
  ret void
}
define i32 @block(ptr %context) {
  call void @used()
  ret i32 0
}
define internal void @used() {
  ret void
}
