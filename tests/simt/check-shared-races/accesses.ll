; An access to shared memory looks into the shadow of its bytes. It is judged where another thread's access is
; there, and noted otherwise. Other memory is not.
; RUN: simt-opt --passes='check-shared-races' %s | FileCheck %s
; CHECK-DAG: [[READ:@site.*]] = private unnamed_addr constant {{.*}} c"read 4 shared\00"
; CHECK-DAG: [[WRITE:@site.*]] = private unnamed_addr constant {{.*}} c"write 4 shared\00"
; CHECK-DAG: [[SITES:@sites.*]] = private constant [3 x ptr] [ptr null, ptr [[READ]], ptr [[WRITE]]]
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: %stamp = load i64
; CHECK: call i1 @heddle.mask.any(i1 %conflict)
; CHECK: call void @heddle_check_race(i64 {{.*}}, i64 0, ptr [[READ]], ptr [[SITES]])
; CHECK: %v = load float, ptr %shared
; CHECK: call void @heddle_check_race(i64 {{.*}}, i64 {{.*}}, ptr [[WRITE]], ptr [[SITES]])
; CHECK: store float %v, ptr %at
; CHECK: store i64 {{.*}}, align 8
; CHECK: call void @heddle_check_race(i64 {{.*}}, i64 {{.*}}, ptr [[WRITE]], ptr [[SITES]])
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
