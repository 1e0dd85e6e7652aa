; The number of clusters along an axis is the grid's size divided by the cluster's.
; RUN: simt-opt --passes=lower-clusters %s | FileCheck %s
declare i32 @heddle.nclusterid.y()
define void @k(ptr %params) "heddle-kernel" {
; CHECK: [[BLOCKS:%.*]] = call i32 @heddle.nctaid.y()
; CHECK: [[SIZE:%.*]] = call i32 @heddle.cluster_nctaid.y()
; CHECK: udiv i32 [[BLOCKS]], [[SIZE]]
  %clusters = call i32 @heddle.nclusterid.y()
  store i32 %clusters, ptr %params
  ret void
}
