; A copy by cp.async.bulk is checked as a whole where its note stands, before the loop that makes it. Other notes are
; left to other tools.
; RUN: simt-opt --passes='check-memory-accesses' %s | FileCheck %s
; CHECK-DAG: [[READ:@site.*]] = private unnamed_addr constant {{.*}} c"read 16 global\00"
; CHECK-DAG: [[WRITE:@site.*]] = private unnamed_addr constant {{.*}} c"write 16 global\00"
define void @k(i64 %from, i64 %to, i32 %bytes) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: call void @heddle_check_bulk_access(i64 %from, i32 %bytes, ptr [[READ]])
; CHECK-NEXT: call void @heddle_end_checks()
; CHECK-NEXT: call void @heddle.note(i32 7, i64 %from, i32 %bytes)
; CHECK-NEXT: call void @heddle_check_bulk_access(i64 %to, i32 512, ptr [[WRITE]])
; CHECK-NEXT: call void @heddle_end_checks()
; CHECK-NEXT: call void @heddle.note(i32 8, i64 %to, i32 512)
; CHECK-NEXT: call void @heddle.note(i32 4, i64 0, i32 0)
; CHECK-NEXT: ret void
  call void @heddle.note(i32 7, i64 %from, i32 %bytes)
  call void @heddle.note(i32 8, i64 %to, i32 512)
  call void @heddle.note(i32 4, i64 0, i32 0)
  ret void
}
declare void @heddle.note(i32, i64, i32)
