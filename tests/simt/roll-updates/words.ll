; Eight lanes count up counters whose numbers lie in a row in memory: a loop over this memory does so, and takes two
; numbers out of each word. Nothing is left of the vector.
; RUN: simt-opt --passes='function(roll-updates)' %s | FileCheck %s
; CHECK-LABEL: define void @count(
; CHECK-SAME: #[[ATTRIBUTES:[0-9]+]]
; CHECK-NOT: <8 x i32>
; CHECK: br label %updates
; CHECK: updates:
; CHECK-NEXT: %offset = phi i64 [ 0, %0 ], [ %[[NEXT:.*]], %updates ]
; CHECK: %[[WORD:.*]] = load i64, ptr %{{.*}}, align 4, !noalias
; CHECK-NEXT: %[[FIRST:.*]] = trunc i64 %[[WORD]] to i32
; CHECK-NEXT: %[[FIRST_INDEX:.*]] = zext i32 %[[FIRST]] to i64
; CHECK-NEXT: %[[FIRST_COUNTER:.*]] = getelementptr i32, ptr %shared, i64 %[[FIRST_INDEX]]
; CHECK-NEXT: %[[OLD:.*]] = load i32, ptr %[[FIRST_COUNTER]]
; CHECK-NEXT: %[[NEW:.*]] = add i32 %[[OLD]], 1
; CHECK-NEXT: store i32 %[[NEW]], ptr %[[FIRST_COUNTER]]
; CHECK-NEXT: %[[UPPER:.*]] = lshr i64 %[[WORD]], 32
; CHECK-NEXT: trunc i64 %[[UPPER]] to i32
; CHECK: store i32
; CHECK-NEXT: %[[NEXT]] = add i64 %offset, 8
; CHECK-NEXT: %[[LAST:.*]] = icmp eq i64 %[[NEXT]], 32
; CHECK-NEXT: br i1 %[[LAST]], label %{{.*}}, label %updates
; CHECK: attributes #[[ATTRIBUTES]] = { "heddle-scalar-work" }
define void @count(ptr noalias %context, i64 %at) {
  %field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %field, !invariant.load !0
  %numbers = inttoptr i64 %at to ptr
  %v = load <8 x i32>, ptr %numbers, align 4, !noalias !1
  %l0 = extractelement <8 x i32> %v, i64 0
  %i0 = zext i32 %l0 to i64
  %p0 = getelementptr i32, ptr %shared, i64 %i0
  %o0 = load i32, ptr %p0, align 4
  %n0 = add i32 %o0, 1
  store i32 %n0, ptr %p0, align 4
  %l1 = extractelement <8 x i32> %v, i64 1
  %i1 = zext i32 %l1 to i64
  %p1 = getelementptr i32, ptr %shared, i64 %i1
  %o1 = load i32, ptr %p1, align 4
  %n1 = add i32 %o1, 1
  store i32 %n1, ptr %p1, align 4
  %l2 = extractelement <8 x i32> %v, i64 2
  %i2 = zext i32 %l2 to i64
  %p2 = getelementptr i32, ptr %shared, i64 %i2
  %o2 = load i32, ptr %p2, align 4
  %n2 = add i32 %o2, 1
  store i32 %n2, ptr %p2, align 4
  %l3 = extractelement <8 x i32> %v, i64 3
  %i3 = zext i32 %l3 to i64
  %p3 = getelementptr i32, ptr %shared, i64 %i3
  %o3 = load i32, ptr %p3, align 4
  %n3 = add i32 %o3, 1
  store i32 %n3, ptr %p3, align 4
  %l4 = extractelement <8 x i32> %v, i64 4
  %i4 = zext i32 %l4 to i64
  %p4 = getelementptr i32, ptr %shared, i64 %i4
  %o4 = load i32, ptr %p4, align 4
  %n4 = add i32 %o4, 1
  store i32 %n4, ptr %p4, align 4
  %l5 = extractelement <8 x i32> %v, i64 5
  %i5 = zext i32 %l5 to i64
  %p5 = getelementptr i32, ptr %shared, i64 %i5
  %o5 = load i32, ptr %p5, align 4
  %n5 = add i32 %o5, 1
  store i32 %n5, ptr %p5, align 4
  %l6 = extractelement <8 x i32> %v, i64 6
  %i6 = zext i32 %l6 to i64
  %p6 = getelementptr i32, ptr %shared, i64 %i6
  %o6 = load i32, ptr %p6, align 4
  %n6 = add i32 %o6, 1
  store i32 %n6, ptr %p6, align 4
  %l7 = extractelement <8 x i32> %v, i64 7
  %i7 = zext i32 %l7 to i64
  %p7 = getelementptr i32, ptr %shared, i64 %i7
  %o7 = load i32, ptr %p7, align 4
  %n7 = add i32 %o7, 1
  store i32 %n7, ptr %p7, align 4
  ret void
}
!0 = !{}
!1 = !{!2}
!2 = !{!"heddle.shared", !3}
!3 = !{!"heddle.spaces"}
