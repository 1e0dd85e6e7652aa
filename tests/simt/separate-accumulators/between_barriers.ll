; Where the loop over the products was unrolled, the part of a block between two barriers goes into the function.
; The sums stay in local memory across barriers: the kernel itself loads them once, behind the loop.
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-accumulators)' --block=64 --width=16 --register-bits=128 %s | FileCheck %s
; CHECK-LABEL: define void @k(
; CHECK: store float 1.000000e+00
; CHECK: outer:
; CHECK-NOT: phi float
; CHECK: call void @heddle.barrier(i32 0, i32 0)
; CHECK-NOT: load float
; CHECK: call void @k.tile({{.*}}ptr %accumulators
; CHECK-NOT: load float
; CHECK: call void @heddle.barrier(i32 0, i32 0)
; CHECK: done:
; CHECK: load float, ptr
; CHECK-LABEL: define internal void @k.tile.thread(
; CHECK: fadd float
declare float @llvm.fma.f32(float, float, float)
declare i32 @heddle.tid.x() memory(none)
declare void @heddle.barrier(i32, i32) convergent
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %a = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %index = zext i32 %tid to i64
  %b = getelementptr float, ptr %a, i64 %index
  br label %outer
outer:
  %round = phi i32 [ 0, %entry ], [ %round.next, %outer ]
  %sum0 = phi float [ 1.0, %entry ], [ %added0, %outer ]
  %sum1 = phi float [ 1.0, %entry ], [ %added1, %outer ]
  %sum2 = phi float [ 1.0, %entry ], [ %added2, %outer ]
  %sum3 = phi float [ 1.0, %entry ], [ %added3, %outer ]
  %sum4 = phi float [ 1.0, %entry ], [ %added4, %outer ]
  %sum5 = phi float [ 1.0, %entry ], [ %added5, %outer ]
  %sum6 = phi float [ 1.0, %entry ], [ %added6, %outer ]
  %sum7 = phi float [ 1.0, %entry ], [ %added7, %outer ]
  %sum8 = phi float [ 1.0, %entry ], [ %added8, %outer ]
  %sum9 = phi float [ 1.0, %entry ], [ %added9, %outer ]
  %sum10 = phi float [ 1.0, %entry ], [ %added10, %outer ]
  %sum11 = phi float [ 1.0, %entry ], [ %added11, %outer ]
  %sum12 = phi float [ 1.0, %entry ], [ %added12, %outer ]
  %sum13 = phi float [ 1.0, %entry ], [ %added13, %outer ]
  %sum14 = phi float [ 1.0, %entry ], [ %added14, %outer ]
  %sum15 = phi float [ 1.0, %entry ], [ %added15, %outer ]
  %wide = zext i32 %round to i64
  call void @heddle.barrier(i32 0, i32 0)
  %b0.at = getelementptr float, ptr %b, i64 0
  %b0 = load float, ptr %b0.at
  %b1.at = getelementptr float, ptr %b, i64 1
  %b1 = load float, ptr %b1.at
  %b2.at = getelementptr float, ptr %b, i64 2
  %b2 = load float, ptr %b2.at
  %b3.at = getelementptr float, ptr %b, i64 3
  %b3 = load float, ptr %b3.at
  %a0.at = getelementptr float, ptr %a, i64 1000
  %a0 = load float, ptr %a0.at
  %a1.at = getelementptr float, ptr %a, i64 2000
  %a1 = load float, ptr %a1.at
  %a2.at = getelementptr float, ptr %a, i64 3000
  %a2 = load float, ptr %a2.at
  %a3.at = getelementptr float, ptr %a, i64 4000
  %a3 = load float, ptr %a3.at
  %product0 = fmul float %a0, %b0
  %added0 = fadd float %sum0, %product0
  %product1 = fmul float %a0, %b1
  %added1 = fadd float %sum1, %product1
  %product2 = fmul float %a0, %b2
  %added2 = fadd float %sum2, %product2
  %product3 = fmul float %a0, %b3
  %added3 = fadd float %sum3, %product3
  %product4 = fmul float %a1, %b0
  %added4 = fadd float %sum4, %product4
  %product5 = fmul float %a1, %b1
  %added5 = fadd float %sum5, %product5
  %product6 = fmul float %a1, %b2
  %added6 = fadd float %sum6, %product6
  %product7 = fmul float %a1, %b3
  %added7 = fadd float %sum7, %product7
  %product8 = fmul float %a2, %b0
  %added8 = fadd float %sum8, %product8
  %product9 = fmul float %a2, %b1
  %added9 = fadd float %sum9, %product9
  %product10 = fmul float %a2, %b2
  %added10 = fadd float %sum10, %product10
  %product11 = fmul float %a2, %b3
  %added11 = fadd float %sum11, %product11
  %product12 = fmul float %a3, %b0
  %added12 = fadd float %sum12, %product12
  %product13 = fmul float %a3, %b1
  %added13 = fadd float %sum13, %product13
  %product14 = fmul float %a3, %b2
  %added14 = fadd float %sum14, %product14
  %product15 = fmul float %a3, %b3
  %added15 = fadd float %sum15, %product15
  call void @heddle.barrier(i32 0, i32 0)
  %round.next = add i32 %round, 1
  %more = icmp ult i32 %round.next, 10
  br i1 %more, label %outer, label %done
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
