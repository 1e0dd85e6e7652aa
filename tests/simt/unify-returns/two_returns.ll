; Two blocks that return become branches to one.
; RUN: simt-opt --passes='function(unify-returns)' %s | FileCheck %s
define void @k(ptr %params, i1 %c) "heddle-kernel" {
; CHECK: a:
; CHECK-NEXT: br label %[[END:.*]]
; CHECK: b:
; CHECK-NEXT: store
; CHECK-NEXT: br label %[[END]]
; CHECK: [[END]]:
; CHECK-NEXT: ret void
; CHECK-NOT: ret
  br i1 %c, label %a, label %b
a:
  ret void
b:
  store i32 1, ptr %params
  ret void
}
