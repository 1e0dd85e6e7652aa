; Where blocks do not end in barriers, CPUs run ahead by themselves, but for blocks that do little else than to access
; memory. What such blocks load is fetched, what they only store is not.
; RUN: simt-opt --passes='function(prefetch-next-blocks)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
; CHECK-LABEL: @streams
; CHECK: [[SOON:%.*]] = getelementptr i8, ptr %from, i64 4096
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[SOON]], i32 0, i32 3, i32 1)
; CHECK-NEXT: load
; CHECK-NOT: call void @llvm.prefetch
define i32 @streams(ptr noalias %context, ptr %in, ptr %out) "heddle-block-dim"="16x1x1" "heddle-gang-width"="16" {
  %field = getelementptr i8, ptr %context, i64 16
  %ctaid = load i32, ptr %field, !invariant.load !0
  %wide = zext i32 %ctaid to i64
  %from = getelementptr [16 x float], ptr %in, i64 %wide
  %to = getelementptr [16 x float], ptr %out, i64 %wide
  %x = load <16 x float>, ptr %from
  store <16 x float> %x, ptr %to
  ret i32 0
}

; CHECK-LABEL: @computes
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i32 0
define i32 @computes(ptr noalias %context, ptr %in) "heddle-block-dim"="16x1x1" "heddle-gang-width"="16" {
  %field = getelementptr i8, ptr %context, i64 16
  %ctaid = load i32, ptr %field, !invariant.load !0
  %wide = zext i32 %ctaid to i64
  %from = getelementptr [16 x float], ptr %in, i64 %wide
  %v0 = load <16 x float>, ptr %from
  %v1 = fadd <16 x float> %v0, %v0
  %v2 = fadd <16 x float> %v1, %v1
  %v3 = fadd <16 x float> %v2, %v2
  %v4 = fadd <16 x float> %v3, %v3
  %v5 = fadd <16 x float> %v4, %v4
  %v6 = fadd <16 x float> %v5, %v5
  %v7 = fadd <16 x float> %v6, %v6
  %v8 = fadd <16 x float> %v7, %v7
  %v9 = fadd <16 x float> %v8, %v8
  %v10 = fadd <16 x float> %v9, %v9
  %v11 = fadd <16 x float> %v10, %v10
  %v12 = fadd <16 x float> %v11, %v11
  %v13 = fadd <16 x float> %v12, %v12
  %v14 = fadd <16 x float> %v13, %v13
  %v15 = fadd <16 x float> %v14, %v14
  %v16 = fadd <16 x float> %v15, %v15
  %v17 = fadd <16 x float> %v16, %v16
  %v18 = fadd <16 x float> %v17, %v17
  %v19 = fadd <16 x float> %v18, %v18
  %v20 = fadd <16 x float> %v19, %v19
  store <16 x float> %v20, ptr %from
  ret i32 0
}

; A loop of the only gang comes to the same memory again.
; CHECK-LABEL: @loops
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i32 0
define i32 @loops(ptr noalias %context, ptr %in) "heddle-block-dim"="16x1x1" "heddle-gang-width"="16" {
entry:
  %field = getelementptr i8, ptr %context, i64 16
  %ctaid = load i32, ptr %field, !invariant.load !0
  %wide = zext i32 %ctaid to i64
  %from = getelementptr [16 x float], ptr %in, i64 %wide
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr %from, i64 %i
  %x = load volatile <16 x float>, ptr %at
  %next = add i64 %i, 64
  %more = icmp ult i64 %next, 4096
  br i1 %more, label %loop, label %done

done:
  ret i32 0
}

!0 = !{}
