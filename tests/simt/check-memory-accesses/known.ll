; Parameters, and accesses that are certainly inside of a variable, of a local array or of shared memory,
; are not checked. Others there are compared with the size that is known.
; RUN: simt-opt --passes='check-memory-accesses' %s | FileCheck %s
@table = external global [40 x i8], align 4
define void @certain(ptr noalias readonly %params) "heddle-kernel" "heddle-static-shared-bytes"="64" {
; CHECK-LABEL: @certain
; CHECK-NOT: heddle_check_access
; CHECK: ret void
  %local = alloca [8 x i32], align 4
  %shared = call ptr @heddle.shared.base()
  %v = load i32, ptr %params, align 4, !invariant.load !0
  %last = getelementptr i8, ptr %local, i64 28
  store i32 %v, ptr %last, align 4
  store i32 %v, ptr getelementptr (i8, ptr @table, i64 36), align 4
  %end = getelementptr i8, ptr %shared, i64 60
  store i32 %v, ptr %end, align 4
  ret void
}
define void @uncertain(ptr noalias readonly %params) "heddle-kernel" "heddle-static-shared-bytes"="64" {
; CHECK-LABEL: @uncertain
; CHECK: icmp uge i64 {{.*}}, 29
; CHECK: call void @heddle_check_access
; CHECK: icmp uge i64 {{.*}}, 37
; CHECK: call void @heddle_check_access
; CHECK: icmp uge i64 {{.*}}, [[LIMIT:%.*]]
; CHECK: call void @heddle_check_access
; CHECK: ret void
  %local = alloca [8 x i32], align 4
  %shared = call ptr @heddle.shared.base()
  %i = load i64, ptr %params, align 8, !invariant.load !0
  %a = getelementptr i32, ptr %local, i64 %i
  store i32 1, ptr %a, align 4
  %b = getelementptr i32, ptr @table, i64 %i
  store i32 1, ptr %b, align 4
  %c = getelementptr i32, ptr %shared, i64 %i
  store i32 1, ptr %c, align 4
  ret void
}
declare ptr @heddle.shared.base()
!0 = !{}
