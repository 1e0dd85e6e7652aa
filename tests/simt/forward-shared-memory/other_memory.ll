; A store to memory that a parameter points to changes nothing in shared memory. One to an address that was found in
; memory may, and so may one at an unknown distance: what follows is loaded again, and what was stored stays.
; RUN: simt-opt --passes=forward-shared-memory %s | FileCheck %s
; CHECK-LABEL: define i32 @block(
; CHECK: store float %x, ptr %shared
; CHECK: store float %x, ptr %global
; CHECK-NOT: load float
; CHECK: store float %x, ptr %found
; CHECK: %second = load float, ptr %shared
; CHECK: store float %second, ptr %somewhere
; CHECK: %third = load float, ptr %shared
; CHECK: store float %third, ptr %global
define i32 @block(ptr noalias %context, float %x, i64 %n) {
  %field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %field, !invariant.load !0
  %params = load ptr, ptr %context, !invariant.load !0
  %global = load ptr, ptr %params, !invariant.load !0
  %found = load ptr, ptr %global
  store float %x, ptr %shared, align 4
  store float %x, ptr %global, align 4
  %first = load float, ptr %shared, align 4
  store float %first, ptr %found, align 4
  %second = load float, ptr %shared, align 4
  %somewhere = getelementptr i8, ptr %shared, i64 %n
  store float %second, ptr %somewhere, align 4
  %third = load float, ptr %shared, align 4
  store float %third, ptr %global, align 4
  ret i32 0
}
!0 = !{}
