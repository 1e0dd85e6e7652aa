; A thread says that it waits each time that it looks at the flag again, and that it has gone on behind the loop. The
; barrier in the same function is a wait, too. A loop that counts is none.
; RUN: simt-opt --passes='function(check-waits)' %s | FileCheck %s
; CHECK-DAG: [[LOOP:@site.*]] = private unnamed_addr constant {{.*}} c"loop\00"
; CHECK-DAG: [[BARRIER:@site.*]] = private unnamed_addr constant {{.*}} c"barrier\00"
define void @k(ptr %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: load volatile
; CHECK: [[FLAG:%.*]] = ptrtoint ptr %flag to i64
; CHECK: call void @heddle_sync_wait(ptr [[LOOP]], i64 [[FLAG]])
; CHECK: done:
; CHECK-NEXT: call void @heddle_sync_went_on()
; CHECK: call void @heddle_sync_wait(ptr [[BARRIER]], i64 0)
; CHECK-NEXT: call void @heddle.barrier(i32 0, i32 0)
; CHECK-NEXT: call void @heddle_sync_went_on()
entry:
  %flag = load ptr, ptr %params, !invariant.load !0
  br label %loop
loop:
  %value = load volatile i32, ptr %flag
  %closed = icmp eq i32 %value, 0
  br i1 %closed, label %loop, label %done
done:
  call void @heddle.barrier(i32 0, i32 0)
  ret void
}
define void @counting(ptr %params) "heddle-kernel" {
; CHECK-LABEL: @counting
; CHECK-NOT: heddle_sync
; CHECK: ret void
entry:
  %values = load ptr, ptr %params, !invariant.load !0
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %values, i32 %i
  store i32 %i, ptr %at
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 16
  br i1 %more, label %loop, label %done
done:
  call void @heddle.barrier(i32 0, i32 0)
  ret void
}
declare void @heddle.barrier(i32, i32)
!0 = !{}
