; extern __shared__: its address is the start of shared memory plus what the static variables take.
; RUN: simt-opt --passes=lower-shared-memory %s | FileCheck %s
@static = internal addrspace(3) global [64 x i32] undef, align 4
@dynamic = external addrspace(3) global [0 x i8], align 16
define void @k(ptr %params) "heddle-kernel" {
; CHECK: [[DYNAMIC:%.*]] = getelementptr {{.*}}i8, ptr %shared, i64 256
; CHECK: store i32 2, ptr [[DYNAMIC]]
  store i32 1, ptr addrspace(3) @static
  store i32 2, ptr addrspace(3) @dynamic
  ret void
}
; CHECK: "heddle-dynamic-shared-offset"="256"
