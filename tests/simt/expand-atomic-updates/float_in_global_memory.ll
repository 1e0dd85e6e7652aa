; An addition of floats in global memory is a loop around an exchange. As on a GPU, subnormal numbers count
; as zeros, and there is one NaN.
; RUN: simt-opt --passes='function(expand-atomic-updates)' %s | FileCheck %s
define float @f(ptr %p, float %v) {
; CHECK: load atomic i32, ptr %p monotonic
; CHECK: update:
; CHECK: and i32 %{{.*}}, 2139095040
; CHECK: fadd float
; CHECK: select i1 %{{.*}}, float 0x7FFFFFFFE0000000, float
; CHECK: cmpxchg ptr %p, i32
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %update
  %old = atomicrmw fadd ptr %p, float %v monotonic
  ret float %old
}
