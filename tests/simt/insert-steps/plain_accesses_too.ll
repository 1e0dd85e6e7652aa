; One volatile access is enough for the others to be taken in step as well; global memory is left alone.
; RUN: simt-opt --passes='function(insert-steps)' %s | FileCheck %s
@row = internal addrspace(3) global [32 x i32] undef, align 4
define void @k(ptr %params) {
; CHECK: call void @heddle.step
; CHECK-NEXT: load i32, ptr addrspace(3) @row
; CHECK-NEXT: store i32 %a, ptr %params
; CHECK-NEXT: call void @heddle.step
; CHECK-NEXT: store volatile
  %a = load i32, ptr addrspace(3) @row
  store i32 %a, ptr %params
  store volatile i32 1, ptr addrspace(3) @row
  ret void
}
