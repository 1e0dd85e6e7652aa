; An address that is computed in address space 3 is an offset from the block's shared memory.
; RUN: simt-opt --passes=lower-shared-memory %s | FileCheck %s
define void @k(ptr %params, i64 %offset) "heddle-kernel" {
; CHECK: [[ADDRESS:%.*]] = getelementptr {{.*}}i8, ptr %shared, i64 %offset
; CHECK: load float, ptr [[ADDRESS]]
  %p = inttoptr i64 %offset to ptr addrspace(3)
  %v = load float, ptr addrspace(3) %p
  store float %v, ptr %params
  ret void
}
