; 8 sums of a thread are 8 registers of a gang with registers of 16 floats. They fit, so the gang stays together.
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-accumulators)' --block=64 --width=16 --register-bits=512 %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK-NOT: alloca
; CHECK: call float @llvm.fma.f32(float %a1, float %b3, float %sum7)
; CHECK-NOT: define internal
declare float @llvm.fma.f32(float, float, float)
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %a = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %index = zext i32 %tid to i64
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
  %added0 = call float @llvm.fma.f32(float %a0, float %b0, float %sum0)
  %added1 = call float @llvm.fma.f32(float %a0, float %b1, float %sum1)
  %added2 = call float @llvm.fma.f32(float %a0, float %b2, float %sum2)
  %added3 = call float @llvm.fma.f32(float %a0, float %b3, float %sum3)
  %added4 = call float @llvm.fma.f32(float %a1, float %b0, float %sum4)
  %added5 = call float @llvm.fma.f32(float %a1, float %b1, float %sum5)
  %added6 = call float @llvm.fma.f32(float %a1, float %b2, float %sum6)
  %added7 = call float @llvm.fma.f32(float %a1, float %b3, float %sum7)
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
  ret void
}
!0 = !{}
