; The first shared variable that is used is the one that is named.
; RUN: (! simt-opt --passes=reject-shared-variables %s 2>&1) | FileCheck %s
; CHECK: shared variable second in a function
; CHECK-NOT: third
@first = internal addrspace(3) global i32 undef, align 4
@second = internal addrspace(3) global i32 undef, align 4
@third = internal addrspace(3) global i32 undef, align 4
define void @f() {
  store i32 1, ptr addrspace(3) @second
  store i32 1, ptr addrspace(3) @third
  ret void
}
