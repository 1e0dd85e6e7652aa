; A kernel that is hardly more than a loop over the row of a sparse matrix runs one lane at a time. A
; gang that would have been partly empty has its one thread then.
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-lanes),print<execution-form>' --block=64 --width=16 %s | FileCheck %s
; RUN: simt-opt --passes='function(unify-returns,guard-partial-gang,canonicalise-control-flow,separate-lanes),build-gang-functions' --block=7 --width=4 %s | FileCheck %s --check-prefix=PARTIAL
; CHECK: one lane at a time (each thread walks through memory of its own)
; CHECK-LABEL: define void @k(
; CHECK-NOT: @k.loop
; PARTIAL-LABEL: define internal void @block.gang(
; PARTIAL: guard:
; PARTIAL-NEXT: br label %edge
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
  %column.at = getelementptr i32, ptr %values, i64 %wide
  %column = load i32, ptr %column.at
  %column.wide = zext i32 %column to i64
  %factor.at = getelementptr float, ptr %x, i64 %column.wide
  %factor = load float, ptr %factor.at
  %added = call float @llvm.fma.f32(float %factor, float %factor, float %sum)
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %end
  br i1 %more, label %loop, label %store
store:
  store float %added, ptr %row.at
  ret void
}
!0 = !{}
