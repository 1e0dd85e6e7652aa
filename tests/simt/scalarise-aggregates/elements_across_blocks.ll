; The elements of a vector are taken out where it is loaded, so that only scalars go on to other blocks.
; RUN: simt-opt --passes='function(scalarise-aggregates)' %s | FileCheck %s
define void @k(ptr %p, ptr %q) {
; CHECK: a:
; CHECK-NEXT: %v = load <2 x float>, ptr %p
; CHECK: extractelement <2 x float> %v, i64 1
; CHECK: b:
; CHECK-NOT: extractelement
; CHECK: store float
a:
  %v = load <2 x float>, ptr %p
  br label %b
b:
  %y = extractelement <2 x float> %v, i64 1
  store float %y, ptr %q
  ret void
}
