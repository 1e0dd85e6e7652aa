; barrier.cluster.wait: the threads of the block meet, then look at the cluster's state until its phase
; has changed, and meet again.
; RUN: simt-opt --passes=lower-clusters %s | FileCheck %s
declare void @heddle.cluster.arrive() convergent
declare void @heddle.cluster.wait() convergent
define void @k(ptr %params) "heddle-kernel" {
; CHECK: call void @heddle.cluster_arrive()
; CHECK: call void @heddle.barrier(i32 16, i32 0)
; CHECK: cluster.wait:
; CHECK: load atomic i64, ptr %{{.*}} acquire
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %cluster.wait
; CHECK: call void @heddle.barrier(i32 16, i32 0)
; A thread that returns counts as arrived from then on.
; CHECK: call void @heddle.cluster_exit(i32 1)
; CHECK-NEXT: ret void
  call void @heddle.cluster.arrive()
  call void @heddle.cluster.wait()
  ret void
}
