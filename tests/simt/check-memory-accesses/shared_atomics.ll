; Of atomics on floats and on eight bytes of shared memory, those that a GPU makes of a loop are reported as the read
; that the loop begins with. Exchanges, four bytes and global memory are reported as atomics.
; RUN: simt-opt --passes='check-memory-accesses' %s | FileCheck %s
; CHECK-DAG: [[READ:@site.*]] = private unnamed_addr constant {{.*}} c"read 8 shared\00"
; CHECK-DAG: [[FLOAT:@site.*]] = private unnamed_addr constant {{.*}} c"read 4 shared\00"
; CHECK-DAG: [[EXCHANGE:@site.*]] = private unnamed_addr constant {{.*}} c"atomic 8 shared\00"
; CHECK-DAG: [[SMALL:@site.*]] = private unnamed_addr constant {{.*}} c"atomic 4 shared\00"
; CHECK-DAG: [[GLOBAL:@site.*]] = private unnamed_addr constant {{.*}} c"atomic 8 global\00"
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: call void @heddle_check_access(i64 {{.*}}, ptr [[READ]])
; CHECK: atomicrmw add ptr %a
; CHECK: call void @heddle_check_access(i64 {{.*}}, ptr [[EXCHANGE]])
; CHECK: atomicrmw xchg ptr %b
; CHECK: call void @heddle_check_access(i64 {{.*}}, ptr [[SMALL]])
; CHECK: atomicrmw add ptr %c
; CHECK: call void @heddle_check_access(i64 {{.*}}, ptr [[FLOAT]])
; CHECK: atomicrmw fadd ptr %d
; CHECK: call void @heddle_check_access(i64 {{.*}}, ptr [[GLOBAL]])
; CHECK: atomicrmw add ptr %far
  %shared = call ptr @heddle.shared.base()
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  %at = load i64, ptr %p, align 8
  %a = getelementptr i8, ptr %shared, i64 %at
  %old.a = atomicrmw add ptr %a, i64 1 monotonic, align 8
  %b = getelementptr i8, ptr %a, i64 %at
  %old.b = atomicrmw xchg ptr %b, i64 1 monotonic, align 8
  %c = getelementptr i8, ptr %b, i64 %at
  %old.c = atomicrmw add ptr %c, i32 1 monotonic, align 4
  %d = getelementptr i8, ptr %c, i64 %at
  %old.d = atomicrmw fadd ptr %d, float 1.0 monotonic, align 4
  %q = getelementptr i8, ptr %p, i64 8
  %far = load ptr, ptr %q, align 8
  %old.p = atomicrmw add ptr %far, i64 1 monotonic, align 8
  ret void
}
declare ptr @heddle.shared.base()
!0 = !{}
