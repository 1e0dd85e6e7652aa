; The bounds behind a parameter are looked up once, at the start of the kernel. Each access is compared with them,
; and one that is outside is judged by its address.
; RUN: simt-opt --passes='check-memory-accesses' %s | FileCheck %s
; CHECK-DAG: [[READ:@site.*]] = private unnamed_addr constant {{.*}} c"read 4 global\00"
; CHECK-DAG: [[WRITE:@site.*]] = private unnamed_addr constant {{.*}} c"write 8 global\00"
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: %granule = lshr i64 {{.*}}, 9
; CHECK: %record = load i32, ptr
; CHECK: %low = load i64, ptr
; CHECK: %bytes = load i64, ptr
; CHECK-NOT: load i64
; CHECK: %p = load ptr, ptr %params
; CHECK-NOT: load i64
; CHECK: %at = getelementptr i32, ptr %p, i64
; CHECK: [[NUMBER:%.*]] = ptrtoint ptr %at to i64
; CHECK: [[OFFSET:%.*]] = sub i64 [[NUMBER]], %low
; CHECK: %outside = icmp uge i64 [[OFFSET]], {{.*}}, !heddle.bounds
; CHECK: [[ANY:%.*]] = call i1 @heddle.mask.any(i1 %outside)
; CHECK: br i1 [[ANY]], label %[[JUDGE:.*]], label %[[ACCESS:[0-9]+]]
; CHECK: [[JUDGE]]:
; CHECK: br i1 %outside,
; CHECK: call void @heddle_check_access(i64 {{.*}}, ptr [[READ]])
; CHECK: call void @heddle_end_checks()
; CHECK: br label %[[ACCESS]]
; CHECK: [[ACCESS]]:
; CHECK: %v = load i32, ptr %at
; CHECK: call void @heddle_check_access(i64 {{.*}}, ptr [[WRITE]])
; CHECK: store i64 1, ptr %p
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %i = zext i32 %tid to i64
  %at = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %at, align 4
  store i64 1, ptr %p, align 8
  ret void
}
declare i32 @heddle.tid.x()
!0 = !{}
