; Shared memory has its shadow behind it, and a local array another array, which is zero when the thread begins.
; RUN: simt-opt --passes='check-initialised-reads<block>' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: %writes = alloca [4 x i64]
; CHECK-COUNT-4: store i64 0, ptr {{.*}} !heddle.shadow
; CHECK: store i32 -1, ptr {{.*}} !heddle.shadow
; CHECK: store i32 7, ptr %b
; CHECK: %written = load i32, ptr {{.*}} !heddle.shadow
; CHECK: icmp ne i32 {{.*}}, -1
; CHECK: call void @heddle_report_unwritten(i64
; CHECK: %u = load i32, ptr %a
  %local = alloca [8 x i32], align 4
  %shared = call ptr @heddle.shared.base()
  %i = load i64, ptr %params, align 8, !invariant.load !0
  %b = getelementptr i32, ptr %shared, i64 %i
  store i32 7, ptr %b, align 4
  %a = getelementptr i32, ptr %local, i64 %i
  %u = load i32, ptr %a, align 4
  %v = add i32 %u, 1
  store i32 %v, ptr %b, align 4
  ret void
}
declare ptr @heddle.shared.base()
!0 = !{}
