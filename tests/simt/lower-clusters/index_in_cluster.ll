; The index of a block in its cluster is the rest of its index in the grid by the cluster's size.
; RUN: simt-opt --passes=lower-clusters %s | FileCheck %s
declare i32 @heddle.cluster_ctaid.x()
define void @k(ptr %params) "heddle-kernel" {
; CHECK-LABEL: define void @k
; CHECK: [[BLOCK:%.*]] = call i32 @heddle.ctaid.x()
; CHECK: [[SIZE:%.*]] = call i32 @heddle.cluster_nctaid.x()
; CHECK: [[INDEX:%.*]] = urem i32 [[BLOCK]], [[SIZE]]
; CHECK: store i32 [[INDEX]], ptr %params
  %index = call i32 @heddle.cluster_ctaid.x()
  store i32 %index, ptr %params
  ret void
}
; CHECK-NOT: heddle.cluster_ctaid
