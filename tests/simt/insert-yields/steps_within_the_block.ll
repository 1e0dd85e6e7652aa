; A loop whose step does not depend on the grid's size is left alone, unless it waits.
; RUN: simt-opt --passes='function(canonicalise-control-flow,insert-yields)' --block=64 --width=16 %s | FileCheck %s
; CHECK-LABEL: @k
; CHECK-NOT: heddle.yield
; CHECK-LABEL: @waits
; CHECK: call void @heddle.wait()
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %count, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %value = load i32, ptr %at
  %doubled = shl i32 %value, 1
  store i32 %doubled, ptr %at
  %next = add i32 %i, 64
  %count = add i32 %n, 1
  %more = icmp ult i32 %count, 50
  br i1 %more, label %loop, label %done
done:
  ret void
}
define void @waits(ptr %params) "heddle-kernel" {
entry:
  %flag = load ptr, ptr %params, !invariant.load !0
  br label %loop
loop:
  %value = load volatile i32, ptr %flag
  %closed = icmp eq i32 %value, 0
  br i1 %closed, label %loop, label %done
done:
  ret void
}
!0 = !{}
