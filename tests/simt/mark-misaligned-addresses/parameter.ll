; Whether accesses through a pointer among the parameters are aligned is tested once; a misaligned one
; gets an address that no process has: on x86-64 behind 47 bits of addresses, on AArch64 behind 48.
; RUN: simt-opt --passes='function(mark-misaligned-addresses)' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK: %p = load ptr, ptr %params
; CHECK: [[MISALIGNED:%.*]] = icmp ne {{.*}}, 0
; CHECK: select i1 [[MISALIGNED]], i64 {{-140737488355328|-281474976710656}}, i64 0
; CHECK: [[MARKED:%.*]] = getelementptr i8, ptr %p, i64
; CHECK: load i32, ptr [[MARKED]]
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  %v = load i32, ptr %p, align 4
  store i32 %v, ptr %p, align 4
  ret void
}
!0 = !{}
