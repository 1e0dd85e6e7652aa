; The steps of a sorting network of 8 elements: 2 1, 4 2 1. The inner loop is known when the outer one is
; unrolled.
; RUN: simt-opt --passes='function(unroll-barrier-loops)' --block=4 --width=4 %s | FileCheck %s
declare void @heddle.barrier(i32, i32)
declare void @step(i32, i32)
define void @k() "heddle-kernel" {
; CHECK: call void @step(i32 2, i32 1)
; CHECK: call void @step(i32 4, i32 2)
; CHECK: call void @step(i32 4, i32 1)
; CHECK: call void @step(i32 8, i32 4)
; CHECK: call void @step(i32 8, i32 2)
; CHECK: call void @step(i32 8, i32 1)
; CHECK-NOT: call void @step
entry:
  br label %outer
outer:
  %k = phi i32 [ 2, %entry ], [ %twice, %latch ]
  %first = lshr i32 %k, 1
  br label %inner
inner:
  %j = phi i32 [ %first, %outer ], [ %half, %inner ]
  call void @heddle.barrier(i32 0, i32 0)
  call void @step(i32 %k, i32 %j)
  %half = lshr i32 %j, 1
  %again = icmp ugt i32 %j, 1
  br i1 %again, label %inner, label %latch
latch:
  %twice = shl i32 %k, 1
  %more = icmp ult i32 %k, 8
  br i1 %more, label %outer, label %done
done:
  ret void
}
