; A loop that stores stays with the gang: other lanes could see in which order the lanes have run.
; So does one that other threads are met in.
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-lanes)' --block=64 --width=16 %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: loop:
; CHECK: store float
; CHECK: br i1 %more
; CHECK-NOT: @k.loop
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
  %wide = zext i32 %k to i64
  %value.at = getelementptr float, ptr %values, i64 %wide
  %value = load float, ptr %value.at
  %doubled = fadd float %value, %value
  store float %doubled, ptr %value.at
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}
!0 = !{}
