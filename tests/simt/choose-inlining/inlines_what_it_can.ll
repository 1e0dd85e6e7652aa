; A device function of a small kernel is inlined.
; RUN: simt-opt --passes=choose-inlining --block=64 %s | FileCheck %s
; CHECK: define {{.*}}i32 @helper(i32 %x) #[[A:[0-9]+]]
define i32 @helper(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define void @k(ptr %params) "heddle-kernel" {
  %a = call i32 @helper(i32 1)
  %b = call i32 @helper(i32 %a)
  store i32 %b, ptr %params
  ret void
}
; CHECK: attributes #[[A]] = {{.*}}alwaysinline
