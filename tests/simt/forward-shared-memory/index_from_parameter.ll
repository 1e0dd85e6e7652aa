; A parameter may be the index of an element in shared memory, and not an address: what is stored there may be what
; follows. Beside a multiple of something, the parameter is the address.
; RUN: simt-opt --passes=forward-shared-memory %s | FileCheck %s
; CHECK-LABEL: define i32 @block(
; CHECK: store i8 7, ptr %element
; CHECK: %after = load i8, ptr %shared
; CHECK: store i8 %after, ptr %global
; CHECK-NOT: load i8
define i32 @block(ptr noalias %context, i8 %x, i64 %i) {
  %field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %field, !invariant.load !0
  %params = load ptr, ptr %context, !invariant.load !0
  %parameter = load i64, ptr %params, !invariant.load !0
  %start = ptrtoint ptr %shared to i64
  %sum = add i64 %start, %parameter
  %element = inttoptr i64 %sum to ptr
  store i8 %x, ptr %shared, align 4
  store i8 7, ptr %element, align 1
  %after = load i8, ptr %shared, align 4
  %scaled = shl i64 %i, 3
  %distant = add i64 %scaled, %parameter
  %global = inttoptr i64 %distant to ptr
  store i8 %after, ptr %global, align 1
  %again = load i8, ptr %shared, align 4
  store i8 %again, ptr %global, align 1
  ret i32 0
}
!0 = !{}
