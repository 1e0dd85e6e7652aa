; Vectors must not live across basic blocks. One that is made between the clamped accesses is made in the copy and in the
; original; where one was made before them, nothing is copied.
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-clamped-code)' --block=64 --width=16 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
; CHECK-LABEL: define void @between(
; CHECK-NOT: insertelement
; CHECK: inside:
; CHECK: insertelement <2 x i32> poison, i32 %x, i64 0
; CHECK: clamped:
; CHECK: insertelement <2 x i32> poison, i32 %x, i64 0
; CHECK: rest:
define void @between(ptr noalias readonly %params) {
  %image = load ptr, ptr %params, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %low = call i32 @llvm.smax.i32(i32 %x, i32 1)
  %i0 = call i32 @llvm.smin.i32(i32 %low, i32 36)
  %at0 = getelementptr i32, ptr %image, i32 %i0
  %v0 = load i32, ptr %at0
  %pair = insertelement <2 x i32> poison, i32 %x, i64 0
  %more = add i32 %x, 1
  %least = call i32 @llvm.smax.i32(i32 %more, i32 1)
  %i1 = call i32 @llvm.smin.i32(i32 %least, i32 36)
  %at1 = getelementptr i32, ptr %image, i32 %i1
  %v1 = load i32, ptr %at1
  %whole = insertelement <2 x i32> %pair, i32 %v1, i64 1
  %to = getelementptr <2 x i32>, ptr %image, i32 %x
  store <2 x i32> %whole, ptr %to
  store i32 %v0, ptr %at1
  ret void
}
; CHECK-LABEL: define void @before(
; CHECK-NOT: inside:
; CHECK: ret void
define void @before(ptr noalias readonly %params) {
  %image = load ptr, ptr %params, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %given = load <2 x i32>, ptr %image
  %first = extractelement <2 x i32> %given, i64 0
  %low = call i32 @llvm.smax.i32(i32 %x, i32 %first)
  %i0 = call i32 @llvm.smin.i32(i32 %low, i32 36)
  %at0 = getelementptr i32, ptr %image, i32 %i0
  %v0 = load i32, ptr %at0
  %more = add i32 %x, 1
  %least = call i32 @llvm.smax.i32(i32 %more, i32 %first)
  %i1 = call i32 @llvm.smin.i32(i32 %least, i32 36)
  %at1 = getelementptr i32, ptr %image, i32 %i1
  %v1 = load i32, ptr %at1
  %whole = insertelement <2 x i32> %given, i32 %v1, i64 1
  %to = getelementptr <2 x i32>, ptr %image, i32 %x
  store <2 x i32> %whole, ptr %to
  store i32 %v0, ptr %at1
  ret void
}
!0 = !{}
