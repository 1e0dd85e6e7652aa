; A region has no loop over gangs. Where blocks wait for each other, the worker's next block comes
; two blocks later if there are two workers; what a loop of the gang itself loads is not fetched.
; RUN: simt-opt --passes='function(prefetch-next-blocks)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
; CHECK-LABEL: @waits
; CHECK: [[FIELD:%.*]] = getelementptr inbounds i8, ptr %context, i64 52
; CHECK-NEXT: %workers = load i32, ptr [[FIELD]]
; CHECK-NEXT: [[N:%.*]] = zext i32 %workers to i64
; CHECK-NEXT: [[DISTANCE:%.*]] = mul i64 [[N]], 8192
; CHECK: [[SOON:%.*]] = getelementptr i8, ptr %to, i64
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[SOON]], i32 1, i32 3, i32 1)
; CHECK-NEXT: store <16 x float> zeroinitializer, ptr %to
define i32 @waits(ptr noalias %context, i32 %gang, ptr %out) "heddle-region" "heddle-yields" {
  %field = getelementptr i8, ptr %context, i64 16
  %ctaid = load i32, ptr %field, !invariant.load !0
  %first = shl i32 %ctaid, 13
  %first.wide = zext i32 %first to i64
  %to = getelementptr i8, ptr %out, i64 %first.wide
  store <16 x float> zeroinitializer, ptr %to
  ret i32 0
}

; CHECK-LABEL: @loops
; CHECK-NOT: call void @llvm.prefetch
define i32 @loops(ptr noalias %context, i32 %gang, ptr %out) "heddle-region"="last" {
entry:
  %field = getelementptr i8, ptr %context, i64 16
  %ctaid = load i32, ptr %field, !invariant.load !0
  %first = shl i32 %ctaid, 13
  %first.wide = zext i32 %first to i64
  %start = getelementptr i8, ptr %out, i64 %first.wide
  br label %loop

loop:
  %to = phi ptr [ %start, %entry ], [ %next, %loop ]
  store <16 x float> zeroinitializer, ptr %to
  %next = getelementptr i8, ptr %to, i64 64
  %more = icmp ne ptr %next, null
  br i1 %more, label %loop, label %done

done:
  ret i32 0
}

!0 = !{}
