; A read looks at the bytes' shadows, if it is inside of the allocation that the pointer comes from, and
; reports lanes for which not all are set.
; RUN: simt-opt --passes='check-initialised-reads' %s | FileCheck %s
; CHECK: [[SITE:@site.*]] = private unnamed_addr constant {{.*}} c"read 4 global\00"
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK: %outside = icmp uge
; CHECK: [[ANY:%.*]] = call i1 @heddle.mask.any(i1 %outside)
; CHECK: br i1 [[ANY]]
; CHECK: call void @heddle_check_initialised(i64 {{.*}}, ptr [[SITE]])
; CHECK: %shadow = getelementptr i8, ptr %p, i64 35184372088832
; CHECK: %written = load i32, ptr %shadow
; CHECK: %unwritten = icmp ne i32 {{.*}}, -1
; CHECK: br i1 %unwritten
; CHECK: call void @heddle_check_initialised(i64 {{.*}}, ptr [[SITE]])
; CHECK: %v = load i32, ptr %p
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  %v = load i32, ptr %p, align 4
  ret void
}
!0 = !{}
