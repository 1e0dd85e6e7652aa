; An integer addition stays one instruction; the float next to it does not.
; RUN: simt-opt --passes='function(expand-atomic-updates)' %s | FileCheck %s
define void @f(ptr %p, ptr %q) {
; CHECK: atomicrmw add ptr %p, i32 1 monotonic
; CHECK-NOT: atomicrmw fadd
; CHECK: cmpxchg
  %a = atomicrmw add ptr %p, i32 1 monotonic
  %b = atomicrmw fadd ptr %q, double 1.0 monotonic
  ret void
}
