; Local arrays, shared memory, parameters and variables are memory of the kernel: nothing is tested.
; RUN: simt-opt --passes='function(mark-host-addresses)' %s | FileCheck %s
@variable = external global [64 x i32]
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-NOT: heddle_kernel_access_range
; CHECK-NOT: icmp
  %local = alloca [16 x i32], align 4
  %index = load i32, ptr %params, align 4
  %wide = sext i32 %index to i64
  %inLocal = getelementptr i32, ptr %local, i64 %wide
  store i32 1, ptr %inLocal, align 4
  %shared = call ptr @heddle.shared.base()
  %inShared = getelementptr i32, ptr %shared, i64 %wide
  store i32 2, ptr %inShared, align 4
  %inVariable = getelementptr i32, ptr @variable, i64 %wide
  store i32 3, ptr %inVariable, align 4
  ret void
}
declare ptr @heddle.shared.base()
