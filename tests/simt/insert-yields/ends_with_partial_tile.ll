; A tile that is not whole ends the loop, as in CUB's histogram: what the counter is in the next turn is the sum on
; one way through the loop, and the counter itself on the way that goes no further. The gangs take turns there too.
; RUN: simt-opt --passes='function(canonicalise-control-flow,insert-yields)' --block=64 --width=16 %s | FileCheck %s
; CHECK: loop:
; CHECK: call void @heddle.yield()
; CHECK: whole:
; CHECK: call void @llvm.prefetch
; CHECK: load i32, ptr %at
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.nctaid.x() memory(none)
define void @tiles(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %blocks = call i32 @heddle.nctaid.x()
  %count.at = getelementptr i8, ptr %params, i64 8
  %count = load i32, ptr %count.at, !invariant.load !0
  %step = shl i32 %blocks, 6
  br label %loop
loop:
  %tile = phi i32 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %total, %latch ]
  %left = sub i32 %count, %tile
  %is.whole = icmp sgt i32 %left, 63
  br i1 %is.whole, label %whole, label %partial
whole:
  %i = add i32 %tile, %tid
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %value = load i32, ptr %at
  %with = add i32 %sum, %value
  %further = add i32 %tile, %step
  br label %latch
partial:
  %without = add i32 %sum, %left
  br label %latch
latch:
  %next = phi i32 [ %further, %whole ], [ %tile, %partial ]
  %total = phi i32 [ %with, %whole ], [ %without, %partial ]
  br i1 %is.whole, label %loop, label %done
done:
  %out = getelementptr i32, ptr %data, i32 %tid
  store i32 %total, ptr %out
  ret void
}
!0 = !{}
