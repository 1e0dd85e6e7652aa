; A barrier in a function that is called is an error, unless threads run as fibers.
; RUN: (! simt-opt --passes=add-thread-functions %s 2>&1) | FileCheck %s --check-prefix=ERROR
; RUN: simt-opt --passes='add-thread-functions<fibers>' %s | FileCheck %s
; ERROR: simt-opt: heddle.barrier in f, a function that is called through a pointer or recursively
declare void @heddle.barrier(i32, i32) convergent
declare i32 @heddle.vote.ballot(i1, i32) convergent
define i32 @f() {
; CHECK: call void @heddle_barrier(ptr %0, i32 %1, i32 0, i32 0)
; CHECK: call i64 @heddle_warp_operation(ptr %0, i32 %1, i32 {{[0-9]+}}, i64 1, i32 0, i32 0, i32 -1)
  call void @heddle.barrier(i32 0, i32 0)
  %lanes = call i32 @heddle.vote.ballot(i1 true, i32 -1)
  ret i32 %lanes
}
