; All gangs read the block's total before the first of them clears it: it yields behind the load.
; RUN: simt-opt --passes='function(insert-broadcast-yields)' --block=64 --width=16 %s | FileCheck %s
@total = internal addrspace(3) global i32 undef, align 4
declare void @heddle.barrier(i32, i32) convergent
define void @k(ptr %params) "heddle-kernel" {
; CHECK: call void @heddle.barrier
; CHECK-NEXT: %sum = load i32, ptr addrspace(3) @total
; CHECK-NEXT: call void @heddle.yield()
; CHECK: store i32 0, ptr addrspace(3) @total
  call void @heddle.barrier(i32 0, i32 0)
  %sum = load i32, ptr addrspace(3) @total
  store i32 %sum, ptr %params
  store i32 0, ptr addrspace(3) @total
  ret void
}
