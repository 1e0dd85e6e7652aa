; In functions that are called through pointers, dynamic shared memory begins where that of the kernel
; begins that runs: after all shared memory that is not dynamic.
; RUN: simt-opt --passes=lower-shared-memory %s | FileCheck %s
@dynamic = external addrspace(3) global [0 x i8], align 16
define i32 @f() {
; CHECK: [[ALL:%.*]] = call i32 @heddle.total_smem_size()
; CHECK: [[SIZE:%.*]] = call i32 @heddle.dynamic_smem_size()
; CHECK: [[OFFSET:%.*]] = sub i32 [[ALL]], [[SIZE]]
; CHECK: [[WIDE:%.*]] = zext i32 [[OFFSET]] to i64
; CHECK: [[ADDRESS:%.*]] = getelementptr {{.*}}i8, ptr %shared, i64 [[WIDE]]
; CHECK: load i32, ptr [[ADDRESS]]
  %v = load i32, ptr addrspace(3) @dynamic
  ret i32 %v
}
