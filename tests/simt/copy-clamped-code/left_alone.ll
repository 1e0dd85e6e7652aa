; Three clamped indices are too few for a copy, and code with a barrier is not copied.
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-clamped-code)' --block=64 --width=16 %s | FileCheck %s
; CHECK-NOT: heddle.mask.all
declare i32 @heddle.tid.x() memory(none)
declare void @heddle.barrier(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
define void @few(ptr noalias readonly %params) {
  %image = load ptr, ptr %params, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %left = add i32 %x, -1
  %i0 = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %at0 = getelementptr i32, ptr %image, i32 %i0
  store i32 0, ptr %at0
  %right = add i32 %x, 1
  %i1 = call i32 @llvm.smin.i32(i32 %right, i32 100)
  %at1 = getelementptr i32, ptr %image, i32 %i1
  store i32 1, ptr %at1
  %far = add i32 %x, 2
  %i2 = call i32 @llvm.smin.i32(i32 %far, i32 100)
  %at2 = getelementptr i32, ptr %image, i32 %i2
  store i32 2, ptr %at2
  ret void
}
define void @meeting(ptr noalias readonly %params) {
  %image = load ptr, ptr %params, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %left = add i32 %x, -1
  %i0 = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %i3 = call i32 @llvm.smin.i32(i32 %i0, i32 100)
  %at0 = getelementptr i32, ptr %image, i32 %i3
  store i32 0, ptr %at0
  call void @heddle.barrier(i32 0, i32 64)
  %right = add i32 %x, 1
  %i1 = call i32 @llvm.smin.i32(i32 %right, i32 100)
  %at1 = getelementptr i32, ptr %image, i32 %i1
  store i32 1, ptr %at1
  %far = add i32 %x, 2
  %i2 = call i32 @llvm.smin.i32(i32 %far, i32 100)
  %at2 = getelementptr i32, ptr %image, i32 %i2
  store i32 2, ptr %at2
  ret void
}
!0 = !{}
