; One worker runs the whole block, so atomics on shared memory are marked as private to the block.
; RUN: simt-opt --passes=lower-shared-memory %s | FileCheck %s
@count = internal addrspace(3) global i32 undef, align 4
define void @k(ptr %params) "heddle-kernel" {
; CHECK: atomicrmw add ptr %{{.*}}, i32 1 {{.*}}!heddle.block_private
; CHECK: atomicrmw add ptr %params, i32 1
; CHECK-NOT: heddle.block_private
; CHECK: ret void
  %a = atomicrmw add ptr addrspace(3) @count, i32 1 monotonic
  %b = atomicrmw add ptr %params, i32 1 monotonic
  ret void
}
