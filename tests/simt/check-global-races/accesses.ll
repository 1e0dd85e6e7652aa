; An access to global memory looks into the shadow of its bytes, where all lanes have one. It is judged where another
; thread's access is there, and noted otherwise. Shared memory and parameters are left as they are.
; RUN: simt-opt --passes='check-global-races' %s | FileCheck %s
; CHECK-DAG: [[READ:@site.*]] = private unnamed_addr constant {{.*}} c"read 4 global\00"
; CHECK-DAG: [[WRITE:@site.*]] = private unnamed_addr constant {{.*}} c"write 4 global\00"
; CHECK-DAG: [[SITES:@sites.*]] = private constant [3 x ptr] [ptr null, ptr [[READ]], ptr [[WRITE]]]
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: store float 0.0{{.*}}, ptr %shared
; CHECK-NEXT: %p = load ptr, ptr %params
; CHECK: call i1 @heddle.mask.any(i1 %uncovered)
; CHECK: call void @heddle_check_global_race(i64 {{.*}}, i64 0, ptr [[READ]], ptr [[SITES]], i32 256)
; CHECK: %stamp = load i64, ptr %stamp.at
; CHECK: getelementptr i8, ptr @heddle_global_race_accesses, i64
; CHECK: %last = load i64, ptr {{.*}} !heddle.shadow
; CHECK: getelementptr i8, ptr @heddle_global_race_earlier_writes, i64
; CHECK: %distance = load i64, ptr {{.*}} !heddle.shadow
; CHECK: %written = select i1 {{.*}}, i64 {{.*}}, i64 %last
; CHECK: %entry.read = load i64, ptr {{.*}} !heddle.shadow
; CHECK: %entry.distance = load i64, ptr {{.*}} !heddle.shadow
; CHECK: call i1 @heddle.mask.any(i1 %conflict)
; CHECK: call void @heddle_check_global_race(i64 {{.*}}, i64 0, ptr [[READ]], ptr [[SITES]], i32 256)
; CHECK: store i64 {{.*}}, ptr {{.*}} !heddle.shadow
; CHECK: %v = load float, ptr %p
; CHECK: call void @heddle_check_global_race(i64 {{.*}}, i64 {{.*}}, ptr [[WRITE]], ptr [[SITES]], i32 512)
; CHECK: store float %v, ptr %at
; CHECK: store i64 {{.*}}, ptr {{.*}} !heddle.shadow
; CHECK: call void @heddle_check_global_race(i64 {{.*}}, i64 {{.*}}, ptr [[WRITE]], ptr [[SITES]], i32 512)
  %shared = call ptr @heddle.shared.base()
  store float 0.0, ptr %shared, align 4
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  %v = load float, ptr %p, align 4
  %at = getelementptr i8, ptr %p, i64 8
  store float %v, ptr %at, align 4
  ret void
}
declare ptr @heddle.shared.base()
!0 = !{}
