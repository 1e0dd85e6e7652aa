; Where blocks do not end in barriers, CPUs run ahead by themselves.
; RUN: simt-opt --passes='function(prefetch-next-blocks)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
define i32 @block(ptr noalias %context, ptr %in) {
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i32 0
  %field = getelementptr i8, ptr %context, i64 16
  %ctaid = load i32, ptr %field, !invariant.load !0
  %wide = zext i32 %ctaid to i64
  %from = getelementptr [256 x float], ptr %in, i64 %wide
  %x = load <16 x float>, ptr %from
  store <16 x float> %x, ptr %from
  ret i32 0
}

!0 = !{}
