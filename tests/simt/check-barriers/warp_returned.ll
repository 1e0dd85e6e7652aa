; Threads that have returned need not take part in operations of their warp, and what all threads come
; to needs no check.
; RUN: simt-opt --passes='check-barriers' %s | FileCheck %s
; CHECK-NOT: heddle_sync
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %to = load ptr, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %some = icmp ult i32 %tid, 16
  %all = call i32 @heddle.vote.ballot(i1 %some, i32 -1)
  br i1 %some, label %meet, label %end
meet:
  call void @heddle.warp.barrier(i32 %all)
  store i32 1, ptr %to, align 4
  br label %end
end:
  ret void
}
declare i32 @heddle.tid.x()
declare i32 @heddle.vote.ballot(i1, i32)
declare void @heddle.warp.barrier(i32)
!0 = !{}
