; With a barrier between load and store the program is in order, and nothing is inserted.
; RUN: simt-opt --passes='function(insert-broadcast-yields)' --block=64 --width=16 %s | FileCheck %s
@total = internal addrspace(3) global i32 undef, align 4
@other = internal addrspace(3) global i32 undef, align 4
declare void @heddle.barrier(i32, i32) convergent
define void @ordered(ptr %params) "heddle-kernel" {
; CHECK-LABEL: @ordered
; CHECK: %sum = load i32, ptr addrspace(3) @total
; CHECK-NOT: heddle.yield
; CHECK: ret void
  call void @heddle.barrier(i32 0, i32 0)
  %sum = load i32, ptr addrspace(3) @total
  store i32 %sum, ptr %params
  call void @heddle.barrier(i32 0, i32 0)
  store i32 0, ptr addrspace(3) @total
  ret void
}
define void @unordered(ptr %params) "heddle-kernel" {
; CHECK-LABEL: @unordered
; CHECK: call void @heddle.yield
  call void @heddle.barrier(i32 0, i32 0)
  %sum = load i32, ptr addrspace(3) @other
  store i32 %sum, ptr %params
  store i32 0, ptr addrspace(3) @other
  ret void
}
