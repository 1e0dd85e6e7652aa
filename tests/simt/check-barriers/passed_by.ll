; Threads that pass by a barrier wait for the others where their ways meet. The engine is told of
; the barrier, of that place, and of the end of the kernel.
; RUN: simt-opt --passes='check-barriers' %s | FileCheck %s
; CHECK: [[PLACES:@reconvergence.*]] = private constant [2 x i32] [i32 1, i32 1]
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %to = load ptr, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %some = icmp ult i32 %tid, 16
  br i1 %some, label %meet, label %join
; CHECK: meet:
; CHECK-NEXT: call void @heddle_sync_barrier(ptr {{@site.*}}, ptr [[PLACES]], i32 1)
; CHECK-NEXT: call void @heddle.barrier(i32 0, i32 0)
meet:
  call void @heddle.barrier(i32 0, i32 0), !heddle.aligned !0
  br label %join
; CHECK: join:
; CHECK-NEXT: call void @heddle_sync_passed(i32 1)
; CHECK-NEXT: store i32
; CHECK-NEXT: call void @heddle_sync_exit()
; CHECK-NEXT: ret void
join:
  store i32 1, ptr %to, align 4
  ret void
}
declare i32 @heddle.tid.x()
declare void @heddle.barrier(i32, i32)
!0 = !{}
