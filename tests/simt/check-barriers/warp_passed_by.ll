; Threads that the mask of a shuffle names must not pass by it. The engine is told of the shuffle, with
; its mask, and of the place where the ways of the threads meet.
; RUN: simt-opt --passes='check-barriers' %s | FileCheck %s
; CHECK: [[PLACES:@reconvergence.*]] = private constant [2 x i32] [i32 1, i32 1]
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %to = load ptr, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %some = icmp ult i32 %tid, 16
  br i1 %some, label %meet, label %join
; CHECK: meet:
; CHECK-NEXT: call void @heddle_sync_warp(i32 -1, ptr {{@site.*}}, ptr [[PLACES]])
; CHECK-NEXT: call { i32, i1 } @heddle.shfl.bfly
meet:
  %r = call { i32, i1 } @heddle.shfl.bfly(i32 %tid, i32 1, i32 31, i32 -1)
  br label %join
; CHECK: join:
; CHECK-NEXT: call void @heddle_sync_passed(i32 1)
; CHECK-NEXT: store i32
; CHECK-NOT: heddle_sync_exit
join:
  store i32 1, ptr %to, align 4
  ret void
}
declare i32 @heddle.tid.x()
declare { i32, i1 } @heddle.shfl.bfly(i32, i32, i32, i32)
!0 = !{}
