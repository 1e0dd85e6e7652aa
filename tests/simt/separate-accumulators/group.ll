; The factors of neighbouring lanes lie beside each other, 4 of each, and the other factors are the same in all lanes.
; So there is also a function that takes four lanes at once: 16 elements a row, and 16 registers in all.
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-accumulators)' --block=64 --width=16 --register-bits=128 %s | FileCheck %s
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-accumulators),build-gang-functions' --block=64 --width=16 --register-bits=128 %s | FileCheck %s --check-prefix=GANG
; CHECK: declare void @k.tile({{.*}}) #[[GROUP:[0-9]+]]
; CHECK-LABEL: define internal void @k.tile.group(
; CHECK-COUNT-4: phi <16 x float>
; CHECK: %[[A:.*]] = load float
; CHECK: call <16 x float> @llvm.fma.v16f32(<16 x float> %{{.*}}, <16 x float> %{{.*}}, <16 x float> %{{.*}})
; CHECK-NOT: @llvm.fma.f32
; CHECK: store <4 x float>
; CHECK: ret void
; CHECK: attributes #[[GROUP]] = { {{.*}}"heddle-lane-group"="4"
; GANG-LABEL: define internal void @block.gang(
; GANG: group.body:
; GANG: %lane = phi i32 [ 0, %{{.*}} ], [ %[[NEXT:.*]], %group.body ]
; GANG: call void @k.tile.group(
; GANG: %[[NEXT]] = add nuw nsw i32 %lane, 4
; GANG: icmp ult i32 %[[NEXT]], 16
declare float @llvm.fma.f32(float, float, float)
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %a = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %index = shl i64 %wide, 2
  %b = getelementptr float, ptr %a, i64 %index
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum0 = phi float [ 0.0, %entry ], [ %added0, %loop ]
  %sum1 = phi float [ 0.0, %entry ], [ %added1, %loop ]
  %sum2 = phi float [ 0.0, %entry ], [ %added2, %loop ]
  %sum3 = phi float [ 0.0, %entry ], [ %added3, %loop ]
  %sum4 = phi float [ 0.0, %entry ], [ %added4, %loop ]
  %sum5 = phi float [ 0.0, %entry ], [ %added5, %loop ]
  %sum6 = phi float [ 0.0, %entry ], [ %added6, %loop ]
  %sum7 = phi float [ 0.0, %entry ], [ %added7, %loop ]
  %sum8 = phi float [ 0.0, %entry ], [ %added8, %loop ]
  %sum9 = phi float [ 0.0, %entry ], [ %added9, %loop ]
  %sum10 = phi float [ 0.0, %entry ], [ %added10, %loop ]
  %sum11 = phi float [ 0.0, %entry ], [ %added11, %loop ]
  %sum12 = phi float [ 0.0, %entry ], [ %added12, %loop ]
  %sum13 = phi float [ 0.0, %entry ], [ %added13, %loop ]
  %sum14 = phi float [ 0.0, %entry ], [ %added14, %loop ]
  %sum15 = phi float [ 0.0, %entry ], [ %added15, %loop ]
  %b.k = getelementptr float, ptr %b, i64 %k
  %b0.at = getelementptr float, ptr %b.k, i64 0
  %b0 = load float, ptr %b0.at
  %b1.at = getelementptr float, ptr %b.k, i64 1
  %b1 = load float, ptr %b1.at
  %b2.at = getelementptr float, ptr %b.k, i64 2
  %b2 = load float, ptr %b2.at
  %b3.at = getelementptr float, ptr %b.k, i64 3
  %b3 = load float, ptr %b3.at
  %a0.at = getelementptr float, ptr %a, i64 1000
  %a0.k = getelementptr float, ptr %a0.at, i64 %k
  %a0 = load float, ptr %a0.k
  %a1.at = getelementptr float, ptr %a, i64 2000
  %a1.k = getelementptr float, ptr %a1.at, i64 %k
  %a1 = load float, ptr %a1.k
  %a2.at = getelementptr float, ptr %a, i64 3000
  %a2.k = getelementptr float, ptr %a2.at, i64 %k
  %a2 = load float, ptr %a2.k
  %a3.at = getelementptr float, ptr %a, i64 4000
  %a3.k = getelementptr float, ptr %a3.at, i64 %k
  %a3 = load float, ptr %a3.k
  %added0 = call float @llvm.fma.f32(float %a0, float %b0, float %sum0)
  %added1 = call float @llvm.fma.f32(float %a0, float %b1, float %sum1)
  %added2 = call float @llvm.fma.f32(float %a0, float %b2, float %sum2)
  %added3 = call float @llvm.fma.f32(float %a0, float %b3, float %sum3)
  %added4 = call float @llvm.fma.f32(float %a1, float %b0, float %sum4)
  %added5 = call float @llvm.fma.f32(float %a1, float %b1, float %sum5)
  %added6 = call float @llvm.fma.f32(float %a1, float %b2, float %sum6)
  %added7 = call float @llvm.fma.f32(float %a1, float %b3, float %sum7)
  %added8 = call float @llvm.fma.f32(float %a2, float %b0, float %sum8)
  %added9 = call float @llvm.fma.f32(float %a2, float %b1, float %sum9)
  %added10 = call float @llvm.fma.f32(float %a2, float %b2, float %sum10)
  %added11 = call float @llvm.fma.f32(float %a2, float %b3, float %sum11)
  %added12 = call float @llvm.fma.f32(float %a3, float %b0, float %sum12)
  %added13 = call float @llvm.fma.f32(float %a3, float %b1, float %sum13)
  %added14 = call float @llvm.fma.f32(float %a3, float %b2, float %sum14)
  %added15 = call float @llvm.fma.f32(float %a3, float %b3, float %sum15)
  %next = add nuw i64 %k, 1
  %more = icmp ult i64 %next, 100
  br i1 %more, label %loop, label %done
done:
  %c0.at = getelementptr float, ptr %b, i64 100000
  store float %added0, ptr %c0.at
  %c1.at = getelementptr float, ptr %b, i64 100064
  store float %added1, ptr %c1.at
  %c2.at = getelementptr float, ptr %b, i64 100128
  store float %added2, ptr %c2.at
  %c3.at = getelementptr float, ptr %b, i64 100192
  store float %added3, ptr %c3.at
  %c4.at = getelementptr float, ptr %b, i64 100256
  store float %added4, ptr %c4.at
  %c5.at = getelementptr float, ptr %b, i64 100320
  store float %added5, ptr %c5.at
  %c6.at = getelementptr float, ptr %b, i64 100384
  store float %added6, ptr %c6.at
  %c7.at = getelementptr float, ptr %b, i64 100448
  store float %added7, ptr %c7.at
  %c8.at = getelementptr float, ptr %b, i64 100512
  store float %added8, ptr %c8.at
  %c9.at = getelementptr float, ptr %b, i64 100576
  store float %added9, ptr %c9.at
  %c10.at = getelementptr float, ptr %b, i64 100640
  store float %added10, ptr %c10.at
  %c11.at = getelementptr float, ptr %b, i64 100704
  store float %added11, ptr %c11.at
  %c12.at = getelementptr float, ptr %b, i64 100768
  store float %added12, ptr %c12.at
  %c13.at = getelementptr float, ptr %b, i64 100832
  store float %added13, ptr %c13.at
  %c14.at = getelementptr float, ptr %b, i64 100896
  store float %added14, ptr %c14.at
  %c15.at = getelementptr float, ptr %b, i64 100960
  store float %added15, ptr %c15.at
  ret void
}
!0 = !{}
