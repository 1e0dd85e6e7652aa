; The results of a device function meet in a phi.
; RUN: simt-opt --passes='function(unify-returns)' %s | FileCheck %s
define i32 @f(i1 %c) {
; CHECK: [[R:%.*]] = phi i32
; CHECK-NEXT: ret i32 [[R]]
; CHECK-NOT: ret
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
