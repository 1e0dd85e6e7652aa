; A function that nobody has marked, such as a recursive one, stays as it is.
; RUN: simt-opt --passes=inline-called-functions %s | FileCheck %s
; CHECK: define i32 @marked(i32 %x) #[[A:[0-9]+]]
define i32 @marked(i32 %x) "heddle-called-by-gangs" {
  ret i32 %x
}
; CHECK: define i32 @recursive(i32 %x) {
define i32 @recursive(i32 %x) {
  %y = call i32 @recursive(i32 %x)
  ret i32 %y
}
define void @k(ptr %params) "heddle-kernel" {
  %a = call i32 @recursive(i32 1)
  %b = call i32 @marked(i32 %a)
  ret void
}
; CHECK: attributes #[[A]] = {{.*}}alwaysinline
