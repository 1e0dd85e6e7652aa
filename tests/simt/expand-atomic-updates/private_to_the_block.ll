; In memory of the block alone, which one worker runs, an update is a load and a store.
; RUN: simt-opt --passes='function(expand-atomic-updates)' %s | FileCheck %s
define i32 @f(ptr %p, i32 %limit) {
; CHECK-NOT: cmpxchg
; CHECK: [[OLD:%.*]] = load i32, ptr %p
; CHECK: icmp uge i32 [[OLD]], %limit
; CHECK: store i32 %{{.*}}, ptr %p
; CHECK: ret i32 [[OLD]]
  %old = atomicrmw uinc_wrap ptr %p, i32 %limit monotonic, !heddle.block_private !0
  ret i32 %old
}
!0 = !{}
