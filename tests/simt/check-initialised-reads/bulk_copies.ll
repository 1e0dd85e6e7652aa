; What a copy by cp.async.bulk reads is checked as a whole where its note stands, before the loop that makes it. Copies
; to global memory and other notes are left alone.
; RUN: simt-opt --passes='check-initialised-reads' %s | FileCheck %s
; CHECK: [[SITE:@site.*]] = private unnamed_addr constant {{.*}} c"read 16 global\00"
define void @k(i64 %from, i64 %to, i32 %bytes) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK-NEXT: call void @heddle_check_bulk_initialised(i64 %from, i32 %bytes, ptr [[SITE]])
; CHECK-NEXT: call void @heddle.note(i32 7, i64 %from, i32 %bytes)
; CHECK-NEXT: call void @heddle.note(i32 8, i64 %to, i32 512)
; CHECK-NEXT: call void @heddle.note(i32 4, i64 0, i32 0)
; CHECK-NEXT: ret void
  call void @heddle.note(i32 7, i64 %from, i32 %bytes)
  call void @heddle.note(i32 8, i64 %to, i32 512)
  call void @heddle.note(i32 4, i64 0, i32 0)
  ret void
}
declare void @heddle.note(i32, i64, i32)
