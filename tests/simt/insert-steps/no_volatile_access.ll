; Without a volatile access the program does not count on lanes in step; the other function does.
; RUN: simt-opt --passes='function(insert-steps)' %s | FileCheck %s
@row = internal addrspace(3) global [32 x i32] undef, align 4
define i32 @plain() {
; CHECK-LABEL: @plain
; CHECK-NEXT: load i32, ptr addrspace(3) @row
  %a = load i32, ptr addrspace(3) @row
  ret i32 %a
}
define i32 @warpSynchronous() {
; CHECK-LABEL: @warpSynchronous
; CHECK-NEXT: call void @heddle.step
  %a = load volatile i32, ptr addrspace(3) @row
  ret i32 %a
}
