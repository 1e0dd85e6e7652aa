; Accesses to shared memory are reported with what they write. Other memory is not.
; RUN: simt-opt --passes='check-shared-races' %s | FileCheck %s
; CHECK-DAG: [[READ:@site.*]] = private unnamed_addr constant {{.*}} c"read 4 shared\00"
; CHECK-DAG: [[WRITE:@site.*]] = private unnamed_addr constant {{.*}} c"write 4 shared\00"
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: call void @heddle_check_race(i64 {{.*}}, i64 0, ptr [[READ]])
; CHECK: %v = load float, ptr %shared
; CHECK: [[BITS:%.*]] = bitcast float %v to i32
; CHECK: [[VALUE:%.*]] = zext i32 [[BITS]] to i64
; CHECK: call void @heddle_check_race(i64 {{.*}}, i64 [[VALUE]], ptr [[WRITE]])
; CHECK: store float %v, ptr %at
; CHECK-NOT: heddle_check_race
; CHECK: store float %v, ptr %p
  %shared = call ptr @heddle.shared.base()
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  %v = load float, ptr %shared, align 4
  %at = getelementptr i8, ptr %shared, i64 8
  store float %v, ptr %at, align 4
  store float %v, ptr %p, align 4
  ret void
}
declare ptr @heddle.shared.base()
!0 = !{}
