; A call of a function needs no check.
; RUN: simt-opt --passes='function(check-indirect-calls)' %s | FileCheck %s
; CHECK-NOT: heddle_invalid_call
declare i32 @g(ptr, i32)
define i32 @f(ptr %context, i32 %thread) {
; CHECK: call i32 @g(ptr %context, i32 %thread)
  %result = call i32 @g(ptr %context, i32 %thread)
  ret i32 %result
}
