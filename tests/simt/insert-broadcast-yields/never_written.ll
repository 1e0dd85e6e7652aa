; A variable that is only read needs no yield; one that the kernel writes does.
; RUN: simt-opt --passes='function(insert-broadcast-yields)' --block=64 --width=16 %s | FileCheck %s
@constant = internal addrspace(3) global i32 undef, align 4
@total = internal addrspace(3) global i32 undef, align 4
declare void @heddle.barrier(i32, i32) convergent
define void @k(ptr %params) "heddle-kernel" {
; CHECK: %same = load i32, ptr addrspace(3) @constant
; CHECK-NOT: heddle.yield
; CHECK: %sum = load i32, ptr addrspace(3) @total
; CHECK-NEXT: call void @heddle.yield()
  call void @heddle.barrier(i32 0, i32 0)
  %same = load i32, ptr addrspace(3) @constant
  %sum = load i32, ptr addrspace(3) @total
  store i32 %sum, ptr %params
  store i32 %same, ptr addrspace(3) @total
  ret void
}
