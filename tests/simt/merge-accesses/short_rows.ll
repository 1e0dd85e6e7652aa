; Three elements in a row fill no register, and lanes that are four elements apart have the memory around them loaded
; whole: both stay single accesses.
; RUN: simt-opt --passes='function(canonicalise-control-flow,merge-accesses)' --block=64 --width=16 %s | FileCheck %s
; CHECK-NOT: load <
; CHECK-COUNT-7: load i32, ptr
; CHECK-NOT: load <
declare i32 @heddle.tid.x() memory(none)
declare ptr @heddle.shared.base() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %shared = call ptr @heddle.shared.base()
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %i = zext nneg i32 %tid to i64
  %far = mul nuw nsw i64 %i, 28
  %p0 = getelementptr i8, ptr %shared, i64 %far
  %p1 = getelementptr i8, ptr %p0, i64 4
  %p2 = getelementptr i8, ptr %p0, i64 8
  %a0 = load i32, ptr %p0, align 4
  %a1 = load i32, ptr %p1, align 4
  %a2 = load i32, ptr %p2, align 4
  %near = shl nuw nsw i64 %i, 4
  %q0 = getelementptr i8, ptr %shared, i64 %near
  %q1 = getelementptr i8, ptr %q0, i64 4
  %q2 = getelementptr i8, ptr %q0, i64 8
  %q3 = getelementptr i8, ptr %q0, i64 12
  %b0 = load i32, ptr %q0, align 4
  %b1 = load i32, ptr %q1, align 4
  %b2 = load i32, ptr %q2, align 4
  %b3 = load i32, ptr %q3, align 4
  %s0 = add i32 %a0, %b0
  %s1 = add i32 %a1, %b1
  %s2 = add i32 %a2, %b2
  %s3 = add i32 %s0, %b3
  %s4 = add i32 %s1, %s2
  %s5 = add i32 %s3, %s4
  store i32 %s5, ptr %params
  ret void
}
