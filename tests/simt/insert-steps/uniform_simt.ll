; Where all lanes of a warp do the same, none may store before the others have loaded. What only this
; thread sees, needs no step, and neither do loads.
; RUN: simt-opt --passes='function(insert-steps)' %s | FileCheck %s
define void @k(ptr %params) "heddle-uniform-simt" {
; CHECK-LABEL: @k(
; CHECK-NEXT: %own = alloca
; CHECK-NEXT: store i32 1, ptr %own
; CHECK-NEXT: %n = load i32, ptr %params
; CHECK-NEXT: %more = add i32 %n, 1
; CHECK-NEXT: call void @heddle.step(i64 {{[0-9]+}})
; CHECK-NEXT: store i32 %more, ptr %params
; CHECK-NEXT: ret void
  %own = alloca i32
  store i32 1, ptr %own
  %n = load i32, ptr %params
  %more = add i32 %n, 1
  store i32 %more, ptr %params
  ret void
}
; CHECK-LABEL: @other(
; CHECK-NEXT: store i32 1
define void @other(ptr %params) {
  store i32 1, ptr %params
  ret void
}
