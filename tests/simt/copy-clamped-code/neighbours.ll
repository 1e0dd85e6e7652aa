; Two neighbours on both sides, clamped to an image. Lanes that all stay inside run a copy in which nothing is clamped.
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-clamped-code)' --block=64 --width=16 %s | FileCheck %s
; CHECK-LABEL: define void @k(
; What needs no index stands in front of the copies, also if it stood right behind what is copied.
; CHECK: %beside = add i32 %x, 77
; The least and the greatest index say whether any is clamped. A limit that is a constant moves by the distance.
; CHECK: [[LEAST:%.*]] = icmp sge i32 %x, 2
; CHECK: [[A:%.*]] = call i1 @heddle.mask.all(i1 [[LEAST]])
; CHECK: [[FITS:%.*]] = icmp sle i32 %x, 2147483645
; CHECK: [[B:%.*]] = call i1 @heddle.mask.all(i1 [[FITS]])
; CHECK: [[RIGHT:%.*]] = add i32 %x, 2
; CHECK: [[GREATEST:%.*]] = icmp sle i32 [[RIGHT]], %last
; CHECK: [[C:%.*]] = call i1 @heddle.mask.all(i1 [[GREATEST]])
; CHECK: br i1 %{{.*}}, label %inside, label %clamped
; CHECK: inside:
; CHECK-NOT: llvm.s
; CHECK: add i32 %x, -2
; CHECK-NOT: llvm.s
; CHECK: add i32 %x, -1
; CHECK-NOT: llvm.s
; CHECK: [[RIGHT:%.*]] = add i32 %x, 2
; CHECK-NOT: llvm.s
; CHECK: [[AGAIN:%again.+]] = fadd
; CHECK: br label %rest
; CHECK: clamped:
; CHECK-COUNT-6: llvm.s{{min|max}}
; CHECK: br label %rest
; CHECK: rest:
; CHECK-NEXT: [[JOINED:%.*]] = phi float [ %again, %clamped ], [ [[AGAIN]], %inside ]
; CHECK: store float [[JOINED]], ptr %own
declare i32 @heddle.tid.x() memory(none)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
define void @k(ptr noalias readonly %params) {
  %image = load ptr, ptr %params, !invariant.load !0
  %width.at = getelementptr i8, ptr %params, i64 8
  %last = load i32, ptr %width.at, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %low0 = call i32 @llvm.smax.i32(i32 %x, i32 2)
  %two.left = add nsw i32 %low0, -2
  %i0 = call i32 @llvm.smin.i32(i32 %two.left, i32 %last)
  %at0 = getelementptr float, ptr %image, i32 %i0
  %v0 = load float, ptr %at0
  %left = add i32 %x, -1
  %low1 = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %i1 = call i32 @llvm.smin.i32(i32 %low1, i32 %last)
  %at1 = getelementptr float, ptr %image, i32 %i1
  %v1 = load float, ptr %at1
  %right = add i32 %x, 1
  %i2 = call i32 @llvm.smin.i32(i32 %right, i32 %last)
  %at2 = getelementptr float, ptr %image, i32 %i2
  %v2 = load float, ptr %at2
  %two.right = add i32 %x, 2
  %i3 = call i32 @llvm.smin.i32(i32 %last, i32 %two.right)
  %at3 = getelementptr float, ptr %image, i32 %i3
  %v3 = load float, ptr %at3
  %sum1 = fadd float %v0, %v1
  %sum2 = fadd float %sum1, %v2
  %sum3 = fadd float %sum2, %v3
  %to = getelementptr float, ptr %image, i32 1000
  %own = getelementptr float, ptr %to, i32 %x
  store float %sum3, ptr %own
  %again = fadd float %sum3, %sum3
  %beside = add i32 %x, 77
  br label %end
end:
  store i32 %beside, ptr %to
  store float %again, ptr %own
  ret void
}
!0 = !{}
