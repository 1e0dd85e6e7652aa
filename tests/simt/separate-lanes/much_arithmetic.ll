; Much arithmetic for each load is worth doing for all lanes at once, and a loop with two results has
; no call that could give both.
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-lanes)' --block=64 --width=16 %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: %more = icmp
; CHECK-LABEL: define void @two_results(
; CHECK: %more = icmp
; CHECK-NOT: define internal
declare i32 @heddle.tid.x() memory(none)
declare float @llvm.fma.f32(float, float, float)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %rows = load ptr, ptr %params, !invariant.load !0
  %values.at = getelementptr i8, ptr %params, i64 8
  %values = load ptr, ptr %values.at, !invariant.load !0
  %x.at = getelementptr i8, ptr %params, i64 16
  %x = load ptr, ptr %x.at, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %row = zext i32 %tid to i64
  %row.at = getelementptr i32, ptr %rows, i64 %row
  %first = load i32, ptr %row.at
  %end.at = getelementptr i8, ptr %row.at, i64 4
  %end = load i32, ptr %end.at
  br label %loop
loop:
  %k = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %wide = zext i32 %k to i64
  %value.at = getelementptr float, ptr %values, i64 %wide
  %value = load float, ptr %value.at
  %a = fmul float %value, %value
  %b = fmul float %a, %value
  %c = fmul float %b, %a
  %d = fmul float %c, %b
  %added = call float @llvm.fma.f32(float %d, float %c, float %sum)
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %end
  br i1 %more, label %loop, label %store
store:
  store float %added, ptr %row.at
  ret void
}
define void @two_results(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %rows = load ptr, ptr %params, !invariant.load !0
  %values.at = getelementptr i8, ptr %params, i64 8
  %values = load ptr, ptr %values.at, !invariant.load !0
  %x.at = getelementptr i8, ptr %params, i64 16
  %x = load ptr, ptr %x.at, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %row = zext i32 %tid to i64
  %row.at = getelementptr i32, ptr %rows, i64 %row
  %first = load i32, ptr %row.at
  %end.at = getelementptr i8, ptr %row.at, i64 4
  %end = load i32, ptr %end.at
  br label %loop
loop:
  %k = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %wide = zext i32 %k to i64
  %value.at = getelementptr float, ptr %values, i64 %wide
  %value = load float, ptr %value.at
  %added = fadd float %value, %sum
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %end
  br i1 %more, label %loop, label %store
store:
  store float %added, ptr %row.at
  store float %value, ptr %x
  ret void
}
!0 = !{}
