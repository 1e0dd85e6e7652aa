; A shared variable in a function behind a pointer has no place in a kernel's layout.
; RUN: (! simt-opt --passes=reject-shared-variables %s 2>&1) | FileCheck %s
; CHECK: simt-opt: shared variable buffer in a function that is called through a pointer
@buffer = internal addrspace(3) global [4 x i32] undef, align 4
define i32 @f() {
  %v = load i32, ptr addrspace(3) @buffer
  ret i32 %v
}
