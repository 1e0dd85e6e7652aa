; Accesses that are less than a line apart are fetched together, and once where one of them always comes before the others.
; On two ways of which a gang takes one, they are fetched on both.
; RUN: simt-opt --passes='function(prefetch-next-blocks)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
; CHECK-LABEL: @block
; CHECK: [[SOON:%.*]] = getelementptr i8, ptr %middle, i64 4032
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[SOON]], i32 0, i32 3, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK: [[SOON:%.*]] = getelementptr i8, ptr %middle, i64 4096
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[SOON]], i32 0, i32 3, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK: one:
; CHECK-COUNT-1: call void @llvm.prefetch
; CHECK-NOT: call void @llvm.prefetch
; CHECK: other:
; CHECK-COUNT-1: call void @llvm.prefetch
; CHECK-NOT: call void @llvm.prefetch
; CHECK: done:
define i32 @block(ptr noalias %context, i32 %gang, ptr %in, i1 %choice) "heddle-region" {
  %field = getelementptr i8, ptr %context, i64 16
  %ctaid = load i32, ptr %field, !invariant.load !0
  %first = shl i32 %ctaid, 12
  %first.wide = zext i32 %first to i64
  %middle = getelementptr i8, ptr %in, i64 %first.wide
  %left.at = getelementptr i8, ptr %middle, i64 -4
  %left = load <16 x float>, ptr %left.at, align 4
  %own = load <16 x float>, ptr %middle, align 4
  br i1 %choice, label %one, label %other
one:
  %right.at = getelementptr i8, ptr %middle, i64 4
  %right = load volatile <16 x float>, ptr %right.at, align 4
  br label %done
other:
  %far.at = getelementptr i8, ptr %middle, i64 64
  %far = load volatile <16 x float>, ptr %far.at, align 4
  br label %done
done:
  %sum = fadd <16 x float> %left, %own
  store volatile <16 x float> %sum, ptr %context
  ret i32 0
}

!0 = !{}
