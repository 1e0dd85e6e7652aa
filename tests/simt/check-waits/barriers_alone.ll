; Barriers in a function without a loop that waits are left to the schedulers of the block, also where they stand in a
; loop that counts.
; RUN: simt-opt --passes='function(check-waits)' %s | FileCheck %s
define void @k(ptr %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK-NOT: heddle_sync
; CHECK: ret void
entry:
  call void @heddle.barrier(i32 0, i32 0)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @heddle.barrier(i32 1, i32 64)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 16
  br i1 %more, label %loop, label %done
done:
  ret void
}
declare void @heddle.barrier(i32, i32)
