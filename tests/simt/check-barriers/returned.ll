; Threads that have returned do not count, so a barrier behind an early return needs no check; and a
; barrier that need not be met by whole warps is never checked.
; RUN: simt-opt --passes='check-barriers' %s | FileCheck %s
; CHECK-NOT: heddle_sync
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %to = load ptr, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %some = icmp ult i32 %tid, 16
  br i1 %some, label %meet, label %end
meet:
  call void @heddle.barrier(i32 0, i32 0), !heddle.aligned !0
  store i32 1, ptr %to, align 4
  br label %end
end:
  ret void
}
define void @unaligned(ptr noalias readonly %params) "heddle-kernel" {
  %to = load ptr, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %some = icmp ult i32 %tid, 16
  br i1 %some, label %meet, label %join
meet:
  call void @heddle.barrier(i32 0, i32 0)
  br label %join
join:
  store i32 1, ptr %to, align 4
  ret void
}
declare i32 @heddle.tid.x()
declare void @heddle.barrier(i32, i32)
!0 = !{}
