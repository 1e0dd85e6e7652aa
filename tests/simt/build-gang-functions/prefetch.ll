; A prefetch of neighbouring floats is one for each cache line of the gang, 2 for 32 lanes; one of lanes far apart is none.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=32 %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK: call void @llvm.prefetch.p0(ptr
; CHECK: [[NEXT:%.*]] = getelementptr i8, ptr {{%.*}}, i64 64
; CHECK: call void @llvm.prefetch.p0(ptr [[NEXT]], i32 0, i32 3, i32 1)
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret void
declare i32 @heddle.tid.x() memory(none)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %in = load ptr, ptr %params, !invariant.load !0
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %near = getelementptr float, ptr %in, i32 %tid
  call void @llvm.prefetch.p0(ptr %near, i32 0, i32 3, i32 1)
  %row = mul i32 %tid, 1000
  %far = getelementptr float, ptr %in, i32 %row
  call void @llvm.prefetch.p0(ptr %far, i32 0, i32 3, i32 1)
  ret void
}
!0 = !{}
