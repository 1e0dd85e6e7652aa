; A shared variable that no function uses does no harm, and is not the one that is named.
; RUN: (! simt-opt --passes=reject-shared-variables %s 2>&1) | FileCheck %s
; CHECK: shared variable used in a function
; CHECK-NOT: harmless
@harmless = internal addrspace(3) global [4 x i32] undef, align 4
@used = internal addrspace(3) global i32 undef, align 4
define void @f() {
  store i32 1, ptr addrspace(3) @used
  ret void
}
