; The sums are carried through two loops, and the loops are left out where there is nothing to do. Neither the phis
; between the loops nor those behind them may keep anything that has gone into the function; simt-opt verifies that.
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-accumulators)' --block=64 --width=16 --register-bits=128 %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: %accumulators = alloca [16 x float]
; CHECK-NOT: phi float {{.*}} %added
; CHECK: call void @k.tile({{.*}}ptr %accumulators
; CHECK-NOT: extractelement
; CHECK-LABEL: define internal void @k.tile.thread(
; CHECK: call <16 x float> @llvm.fma.v16f32(
declare float @llvm.fma.f32(float, float, float)
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %a = load ptr, ptr %params, !invariant.load !0
  %count.at = getelementptr i8, ptr %params, i64 8
  %count = load i64, ptr %count.at, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %index = zext i32 %tid to i64
  %b = getelementptr float, ptr %a, i64 %index
  %none = icmp eq i64 %count, 0
  br i1 %none, label %done, label %before
before:
  br label %outer
outer:
  %o = phi i64 [ 0, %before ], [ %o.next, %latch ]
  %carried0 = phi float [ 0.0, %before ], [ %added0, %latch ]
  %carried1 = phi float [ 0.0, %before ], [ %added1, %latch ]
  %carried2 = phi float [ 0.0, %before ], [ %added2, %latch ]
  %carried3 = phi float [ 0.0, %before ], [ %added3, %latch ]
  %carried4 = phi float [ 0.0, %before ], [ %added4, %latch ]
  %carried5 = phi float [ 0.0, %before ], [ %added5, %latch ]
  %carried6 = phi float [ 0.0, %before ], [ %added6, %latch ]
  %carried7 = phi float [ 0.0, %before ], [ %added7, %latch ]
  %carried8 = phi float [ 0.0, %before ], [ %added8, %latch ]
  %carried9 = phi float [ 0.0, %before ], [ %added9, %latch ]
  %carried10 = phi float [ 0.0, %before ], [ %added10, %latch ]
  %carried11 = phi float [ 0.0, %before ], [ %added11, %latch ]
  %carried12 = phi float [ 0.0, %before ], [ %added12, %latch ]
  %carried13 = phi float [ 0.0, %before ], [ %added13, %latch ]
  %carried14 = phi float [ 0.0, %before ], [ %added14, %latch ]
  %carried15 = phi float [ 0.0, %before ], [ %added15, %latch ]
  br label %loop
loop:
  %k = phi i64 [ 0, %outer ], [ %next, %loop ]
  %sum0 = phi float [ %carried0, %outer ], [ %added0, %loop ]
  %sum1 = phi float [ %carried1, %outer ], [ %added1, %loop ]
  %sum2 = phi float [ %carried2, %outer ], [ %added2, %loop ]
  %sum3 = phi float [ %carried3, %outer ], [ %added3, %loop ]
  %sum4 = phi float [ %carried4, %outer ], [ %added4, %loop ]
  %sum5 = phi float [ %carried5, %outer ], [ %added5, %loop ]
  %sum6 = phi float [ %carried6, %outer ], [ %added6, %loop ]
  %sum7 = phi float [ %carried7, %outer ], [ %added7, %loop ]
  %sum8 = phi float [ %carried8, %outer ], [ %added8, %loop ]
  %sum9 = phi float [ %carried9, %outer ], [ %added9, %loop ]
  %sum10 = phi float [ %carried10, %outer ], [ %added10, %loop ]
  %sum11 = phi float [ %carried11, %outer ], [ %added11, %loop ]
  %sum12 = phi float [ %carried12, %outer ], [ %added12, %loop ]
  %sum13 = phi float [ %carried13, %outer ], [ %added13, %loop ]
  %sum14 = phi float [ %carried14, %outer ], [ %added14, %loop ]
  %sum15 = phi float [ %carried15, %outer ], [ %added15, %loop ]
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
  br i1 %more, label %loop, label %latch
latch:
  %o.next = add nuw i64 %o, 1
  %o.more = icmp ult i64 %o.next, %count
  br i1 %o.more, label %outer, label %done
done:
  %result0 = phi float [ 0.0, %entry ], [ %added0, %latch ]
  %result1 = phi float [ 0.0, %entry ], [ %added1, %latch ]
  %result2 = phi float [ 0.0, %entry ], [ %added2, %latch ]
  %result3 = phi float [ 0.0, %entry ], [ %added3, %latch ]
  %result4 = phi float [ 0.0, %entry ], [ %added4, %latch ]
  %result5 = phi float [ 0.0, %entry ], [ %added5, %latch ]
  %result6 = phi float [ 0.0, %entry ], [ %added6, %latch ]
  %result7 = phi float [ 0.0, %entry ], [ %added7, %latch ]
  %result8 = phi float [ 0.0, %entry ], [ %added8, %latch ]
  %result9 = phi float [ 0.0, %entry ], [ %added9, %latch ]
  %result10 = phi float [ 0.0, %entry ], [ %added10, %latch ]
  %result11 = phi float [ 0.0, %entry ], [ %added11, %latch ]
  %result12 = phi float [ 0.0, %entry ], [ %added12, %latch ]
  %result13 = phi float [ 0.0, %entry ], [ %added13, %latch ]
  %result14 = phi float [ 0.0, %entry ], [ %added14, %latch ]
  %result15 = phi float [ 0.0, %entry ], [ %added15, %latch ]
  %c0.at = getelementptr float, ptr %b, i64 100000
  store float %result0, ptr %c0.at
  %c1.at = getelementptr float, ptr %b, i64 100064
  store float %result1, ptr %c1.at
  %c2.at = getelementptr float, ptr %b, i64 100128
  store float %result2, ptr %c2.at
  %c3.at = getelementptr float, ptr %b, i64 100192
  store float %result3, ptr %c3.at
  %c4.at = getelementptr float, ptr %b, i64 100256
  store float %result4, ptr %c4.at
  %c5.at = getelementptr float, ptr %b, i64 100320
  store float %result5, ptr %c5.at
  %c6.at = getelementptr float, ptr %b, i64 100384
  store float %result6, ptr %c6.at
  %c7.at = getelementptr float, ptr %b, i64 100448
  store float %result7, ptr %c7.at
  %c8.at = getelementptr float, ptr %b, i64 100512
  store float %result8, ptr %c8.at
  %c9.at = getelementptr float, ptr %b, i64 100576
  store float %result9, ptr %c9.at
  %c10.at = getelementptr float, ptr %b, i64 100640
  store float %result10, ptr %c10.at
  %c11.at = getelementptr float, ptr %b, i64 100704
  store float %result11, ptr %c11.at
  %c12.at = getelementptr float, ptr %b, i64 100768
  store float %result12, ptr %c12.at
  %c13.at = getelementptr float, ptr %b, i64 100832
  store float %result13, ptr %c13.at
  %c14.at = getelementptr float, ptr %b, i64 100896
  store float %result14, ptr %c14.at
  %c15.at = getelementptr float, ptr %b, i64 100960
  store float %result15, ptr %c15.at
  ret void
}
!0 = !{}
