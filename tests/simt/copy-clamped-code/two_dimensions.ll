; Indices of columns and of rows, both clamped. The copy begins where all that decides about both is known, and what was
; clamped before that is not clamped in it either.
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-clamped-code)' --block=16x16 --width=16 %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: %left = call i32 @llvm.smax.i32
; CHECK: icmp sge i32 %x, 1
; CHECK: icmp sge i32 %y, 1
; CHECK: br i1 %{{.*}}, label %inside, label %clamped
; CHECK: inside:
; CHECK-NOT: llvm.smax
; CHECK-NOT: llvm.smin
; CHECK-NOT: %left
; CHECK: br label %rest
; CHECK: clamped:
; CHECK: sext i32 %left
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.tid.y() memory(none)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
define void @k(ptr noalias readonly %params) {
  %image = load ptr, ptr %params, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %x.less = add i32 %x, -1
  %left = call i32 @llvm.smax.i32(i32 %x.less, i32 0)
  %y = call i32 @heddle.tid.y()
  %y.less = add i32 %y, -1
  %above = call i32 @llvm.smax.i32(i32 %y.less, i32 0)
  %x.more = add i32 %x, 1
  %right = call i32 @llvm.smin.i32(i32 %x.more, i32 63)
  %y.more = add i32 %y, 1
  %below = call i32 @llvm.smin.i32(i32 %y.more, i32 63)
  %c0 = sext i32 %left to i64
  %c1 = sext i32 %right to i64
  %r0 = sext i32 %above to i64
  %r1 = sext i32 %below to i64
  %at0 = getelementptr [64 x float], ptr %image, i64 %r0, i64 %c0
  %at1 = getelementptr [64 x float], ptr %image, i64 %r1, i64 %c1
  %v0 = load float, ptr %at0
  %v1 = load float, ptr %at1
  %sum = fadd float %v0, %v1
  store float %sum, ptr %at0
  ret void
}
!0 = !{}
