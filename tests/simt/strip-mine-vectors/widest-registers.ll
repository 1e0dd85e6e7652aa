; Strips have no more lanes than a register holds addresses, however wide registers are.
; RUN: simt-opt --passes='function(strip-mine-vectors)' --strip-mined --register-bits=512 %s | FileCheck %s
; CHECK-LABEL: @warp
; CHECK: strip:
; CHECK: %[[LANE:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %strip ]
; CHECK: %[[SUM:.*]] = add <8 x i32>
; CHECK-NEXT: zext <8 x i32> %[[SUM]] to <8 x i64>
; CHECK: %[[NEXT]] = add nuw nsw i64 %[[LANE]], 8
; CHECK: icmp ult i64 %[[NEXT]], 32
define <32 x i64> @warp(i32 %x) {
entry:
  %one = insertelement <32 x i32> poison, i32 %x, i64 0
  %all = shufflevector <32 x i32> %one, <32 x i32> poison, <32 x i32> zeroinitializer
  %sum = add <32 x i32> %all, splat (i32 7)
  %wide = zext <32 x i32> %sum to <32 x i64>
  ret <32 x i64> %wide
}
; CHECK-LABEL: @gang
; CHECK-NEXT: add <16 x i32>
define <16 x i32> @gang(<16 x i32> %x) {
  %sum = add <16 x i32> %x, %x
  ret <16 x i32> %sum
}
