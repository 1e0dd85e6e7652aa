; Before each access to shared memory the lanes of a warp wait for each other. The position grows along
; the code.
; RUN: simt-opt --passes='function(insert-steps)' %s | FileCheck %s
@row = internal addrspace(3) global [32 x i32] undef, align 4
define void @k(ptr %params) {
; CHECK: call void @heddle.step(i64 [[FIRST:[0-9]+]])
; CHECK-NEXT: store volatile i32 1, ptr addrspace(3) @row
; CHECK-NEXT: call void @heddle.step(i64 {{[0-9]*[1-9]}})
; CHECK-NEXT: load volatile i32, ptr addrspace(3) @row
  store volatile i32 1, ptr addrspace(3) @row
  %v = load volatile i32, ptr addrspace(3) @row
  ret void
}
