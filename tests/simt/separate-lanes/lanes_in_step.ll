; Lanes that all leave the loop together, and lanes whose memory lies side by side, gain nothing from
; running one after the other.
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-lanes)' --block=64 --width=16 %s | FileCheck %s
; CHECK-LABEL: define void @together(
; CHECK: %more = icmp
; CHECK-LABEL: define void @side_by_side(
; CHECK: %more = icmp
; CHECK-NOT: define internal
declare i32 @heddle.tid.x() memory(none)
define void @together(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %rows = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %row = zext i32 %tid to i64
  %row.at = getelementptr i32, ptr %rows, i64 %row
  %first = load i32, ptr %row.at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %k = phi i32 [ %first, %entry ], [ %k.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %added, %loop ]
  %wide = zext i32 %k to i64
  %at = getelementptr i32, ptr %rows, i64 %wide
  %value = load i32, ptr %at
  %added = add i32 %sum, %value
  %k.next = add i32 %k, 1
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, 100
  br i1 %more, label %loop, label %done
done:
  store i32 %added, ptr %row.at
  ret void
}
define void @side_by_side(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %rows = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %row = zext i32 %tid to i64
  %row.at = getelementptr i32, ptr %rows, i64 %row
  %count = load i32, ptr %row.at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %at = phi ptr [ %row.at, %entry ], [ %at.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %added, %loop ]
  %value = load i32, ptr %at
  %added = add i32 %sum, %value
  %at.next = getelementptr i8, ptr %at, i64 4
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %count
  br i1 %more, label %loop, label %done
done:
  store i32 %added, ptr %row.at
  ret void
}
!0 = !{}
