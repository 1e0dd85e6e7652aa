; Arithmetic on vectors becomes arithmetic on their elements; wide loads and stores stay.
; RUN: simt-opt --passes='function(scalarise-aggregates)' %s | FileCheck %s
define void @k(ptr %p) {
; CHECK: load <2 x float>
; CHECK-NOT: fadd <2 x float>
; CHECK: fadd float
; CHECK: fadd float
; CHECK: store <2 x float>
  %v = load <2 x float>, ptr %p
  %w = fadd <2 x float> %v, %v
  store <2 x float> %w, ptr %p
  ret void
}
