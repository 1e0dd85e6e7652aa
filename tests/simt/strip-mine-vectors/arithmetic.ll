; What lanes do alone runs in one loop over strips of four lanes. What another instruction needs of it goes
; through the frame, and nothing else does.
; RUN: simt-opt --passes='function(strip-mine-vectors)' --strip-mined --register-bits=128 %s | FileCheck %s
; CHECK-LABEL: @chain
; CHECK: %lanes = alloca [128 x i8]
; CHECK: strip:
; CHECK: %[[LANE:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %strip ]
; CHECK: %[[SUM:.*]] = add <4 x i32>
; CHECK-NEXT: %[[PRODUCT:.*]] = mul <4 x i32> %[[SUM]], %[[SUM]]
; CHECK: store <4 x i32> %[[PRODUCT]]
; CHECK-NOT: store
; CHECK: %[[NEXT]] = add nuw nsw i64 %[[LANE]], 4
; CHECK: icmp ult i64 %[[NEXT]], 32
; CHECK: %[[WHOLE:.*]] = load <32 x i32>
; CHECK-NEXT: ret <32 x i32> %[[WHOLE]]
define <32 x i32> @chain(i32 %x) {
entry:
  %one = insertelement <32 x i32> poison, i32 %x, i64 0
  %all = shufflevector <32 x i32> %one, <32 x i32> poison, <32 x i32> zeroinitializer
  %sum = add <32 x i32> %all, splat (i32 7)
  %product = mul <32 x i32> %sum, %sum
  ret <32 x i32> %product
}
; Two strips are as much code as a loop over them.
; CHECK-LABEL: @narrow
; CHECK-NEXT: add <8 x i32>
define <8 x i32> @narrow(<8 x i32> %x) {
  %sum = add <8 x i32> %x, %x
  ret <8 x i32> %sum
}
