; A kernel that orders its blocks by the barrier of a cluster is left as it is.
; RUN: simt-opt --passes='check-global-races' %s | FileCheck %s
; CHECK-NOT: heddle_check_global_race
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  call void @heddle.cluster_arrive()
  store i32 1, ptr %p, align 4
  ret void
}
declare void @heddle.cluster_arrive()
!0 = !{}
