; With LLVM's always-inline behind it, the call is gone.
; RUN: simt-opt --passes=inline-called-functions,always-inline %s | FileCheck %s
define i32 @helper(i32 %x) "heddle-called-by-gangs" {
  %y = add i32 %x, 7
  ret i32 %y
}
; CHECK: define void @k
; CHECK-NOT: call i32 @helper
; CHECK: store i32 %{{.*}}, ptr %params
define void @k(ptr %params) "heddle-kernel" {
  %v = load i32, ptr %params
  %a = call i32 @helper(i32 %v)
  store i32 %a, ptr %params
  ret void
}
