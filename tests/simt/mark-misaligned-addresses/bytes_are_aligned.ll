; A byte is always aligned; so is a word of local memory. A word behind a pointer is not.
; RUN: simt-opt --passes='function(mark-misaligned-addresses)' %s | FileCheck %s
define void @always(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @always
; CHECK-NOT: icmp
; CHECK: ret void
  %local = alloca i32, align 4
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  store i8 1, ptr %p, align 1
  store i32 1, ptr %local, align 4
  ret void
}
define void @perhaps(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @perhaps
; CHECK: icmp ne
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  store i16 1, ptr %p, align 2
  ret void
}
!0 = !{}
