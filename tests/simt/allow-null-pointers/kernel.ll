; A kernel that reads from null has a fault to report: LLVM must not take the load for unreachable.
; RUN: simt-opt --passes='allow-null-pointers,function(simplifycfg,instcombine)' %s | FileCheck %s
; CHECK: define void @k
; CHECK: load i32, ptr null
; CHECK: store i32
define void @k(ptr %params) "heddle-kernel" {
  %v = load i32, ptr null
  store i32 %v, ptr %params
  ret void
}
; CHECK: null_pointer_is_valid
