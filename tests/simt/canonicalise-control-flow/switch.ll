; A switch becomes branches.
; RUN: simt-opt --passes='function(canonicalise-control-flow)' %s | FileCheck %s
; CHECK-LABEL: define i32 @f
; CHECK-NOT: switch
define i32 @f(i32 %x) {
; CHECK: icmp
; CHECK: br i1
  switch i32 %x, label %other [
    i32 0, label %zero
    i32 7, label %seven
  ]
zero:
  ret i32 1
seven:
  ret i32 2
other:
  ret i32 3
}
