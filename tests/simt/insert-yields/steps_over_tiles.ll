; A step that the compiler knows only as a multiple of the block's threads passes over whole tiles, so
; the gangs of the block take turns, and each fetches what it reads in the next turn. A step that may be
; less than the block is left alone.
; RUN: simt-opt --passes='function(canonicalise-control-flow,insert-yields)' --block=64 --width=16 %s | FileCheck %s
; CHECK-LABEL: @tiles
; CHECK: loop:
; CHECK: call void @heddle.yield()
; CHECK: call void @llvm.prefetch
; CHECK: load i32, ptr %at
; CHECK-LABEL: @rows
; CHECK-NOT: heddle.yield
; CHECK: ret void
declare i32 @heddle.tid.x() memory(none)
define void @tiles(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %count.at = getelementptr i8, ptr %params, i64 8
  %count = load i32, ptr %count.at, !invariant.load !0
  %step = shl i32 %count, 6
  br label %loop
loop:
  %tile = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %total, %loop ]
  %i = add i32 %tile, %tid
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %value = load i32, ptr %at
  %total = add i32 %sum, %value
  %next = add i32 %tile, %step
  %more = icmp ult i32 %next, 5000
  br i1 %more, label %loop, label %done
done:
  %out = getelementptr i32, ptr %data, i32 %tid
  store i32 %total, ptr %out
  ret void
}
define void @rows(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %count.at = getelementptr i8, ptr %params, i64 8
  %count = load i32, ptr %count.at, !invariant.load !0
  %step = shl i32 %count, 5
  br label %loop
loop:
  %row = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %total, %loop ]
  %i = add i32 %row, %tid
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %value = load i32, ptr %at
  %total = add i32 %sum, %value
  %next = add i32 %row, %step
  %more = icmp ult i32 %next, 5000
  br i1 %more, label %loop, label %done
done:
  %out = getelementptr i32, ptr %data, i32 %tid
  store i32 %total, ptr %out
  ret void
}
!0 = !{}
