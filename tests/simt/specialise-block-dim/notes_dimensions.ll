; The dimensions that are noted on the kernel hold for its functions as well, and are noted on all of them.
; RUN: simt-opt --passes=specialise-block-dim %s | FileCheck %s
define void @k(ptr %params) "heddle-kernel" "heddle-block-dim"="8x8x4" {
  ret void
}
; CHECK: define i32 @helper() #[[A:[0-9]+]]
; CHECK: ret i32 8
declare i32 @heddle.ntid.y()
define i32 @helper() {
  %y = call i32 @heddle.ntid.y()
  ret i32 %y
}
; CHECK: attributes #[[A]] = { "heddle-block-dim"="8x8x4" }
