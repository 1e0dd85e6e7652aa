; mapa: the shared memories of a cluster's blocks lie at a constant distance, so the same place in
; another block's is this one's plus a multiple of it.
; RUN: simt-opt --passes=lower-clusters %s | FileCheck %s
declare i64 @heddle.cluster.map(i64, i32)
define i64 @k(i64 %address, i32 %rank) {
; CHECK: [[APART:%.*]] = sub i32 %rank,
; CHECK: [[WIDE:%.*]] = sext i32 [[APART]] to i64
; CHECK: [[STRIDE:%.*]] = call i64 @heddle.cluster.stride()
; CHECK: [[DISTANCE:%.*]] = mul i64 [[WIDE]], [[STRIDE]]
; CHECK: add i64 %address, [[DISTANCE]]
  %mapped = call i64 @heddle.cluster.map(i64 %address, i32 %rank)
  ret i64 %mapped
}
