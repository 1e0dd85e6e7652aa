; Each lane has six elements in a row of shared memory, seven elements from those of the next lane. They become two
; accesses of four, of which the second has two elements of the first as well. The loads behind the barrier are merged
; by themselves.
; RUN: simt-opt --passes='function(canonicalise-control-flow,merge-accesses)' --block=64 --width=16 %s | FileCheck %s
; CHECK: %[[A:.*]] = load <4 x i32>, ptr %p0, align 4
; CHECK: %[[FROM:.*]] = getelementptr i8, ptr %p0, i64 8
; CHECK: %[[B:.*]] = load <4 x i32>, ptr %[[FROM]], align 4
; CHECK: %[[E5:.*]] = extractelement <4 x i32> %[[B]], i64 3
; CHECK-NOT: load
; CHECK: call void @heddle.barrier
; CHECK: load <4 x i32>, ptr %p0, align 4
; CHECK: load <4 x i32>
; CHECK-NOT: store i32
; CHECK: %[[TO:.*]] = getelementptr i8, ptr %p5, i64 -20
; CHECK: store <4 x i32> %{{.*}}, ptr %[[TO]], align 4
; CHECK: %[[TO2:.*]] = getelementptr i8, ptr %p5, i64 -12
; CHECK: store <4 x i32> %{{.*}}, ptr %[[TO2]], align 4
; CHECK-NEXT: ret void
declare i32 @heddle.tid.x() memory(none)
declare ptr @heddle.shared.base() memory(none)
declare void @heddle.barrier(i32, i32) convergent
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %shared = call ptr @heddle.shared.base()
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %i = zext nneg i32 %tid to i64
  %at = mul nuw nsw i64 %i, 28
  %p0 = getelementptr i8, ptr %shared, i64 %at
  %p1 = getelementptr i8, ptr %p0, i64 4
  %p2 = getelementptr i8, ptr %p0, i64 8
  %p3 = getelementptr i8, ptr %p0, i64 12
  %p4 = getelementptr i8, ptr %p0, i64 16
  %p5 = getelementptr i8, ptr %p0, i64 20
  %a0 = load i32, ptr %p0, align 4
  %a1 = load i32, ptr %p1, align 4
  %a2 = load i32, ptr %p2, align 4
  %a3 = load i32, ptr %p3, align 4
  %a4 = load i32, ptr %p4, align 4
  %a5 = load i32, ptr %p5, align 4
  call void @heddle.barrier(i32 0, i32 0)
  %b0 = load i32, ptr %p0, align 4
  %b1 = load i32, ptr %p1, align 4
  %b2 = load i32, ptr %p2, align 4
  %b3 = load i32, ptr %p3, align 4
  %b4 = load i32, ptr %p4, align 4
  %b5 = load i32, ptr %p5, align 4
  %s0 = add i32 %a0, %b5
  %s1 = add i32 %a1, %b4
  %s2 = add i32 %a2, %b3
  %s3 = add i32 %a3, %b2
  %s4 = add i32 %a4, %b1
  %s5 = add i32 %a5, %b0
  store i32 %s0, ptr %p0, align 4
  store i32 %s1, ptr %p1, align 4
  store i32 %s2, ptr %p2, align 4
  store i32 %s3, ptr %p3, align 4
  store i32 %s4, ptr %p4, align 4
  store i32 %s5, ptr %p5, align 4
  ret void
}
