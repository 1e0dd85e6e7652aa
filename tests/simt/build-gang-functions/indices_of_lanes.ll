; Lanes count one after the other in shared memory. The address of each is computed from its byte, and not taken out of
; a vector of addresses.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=16 %s | FileCheck %s
; CHECK: [[BYTES:%.*]] = load <16 x i8>
; CHECK: [[BYTE:%.*]] = extractelement <16 x i8> [[BYTES]], i64 0
; CHECK-NEXT: [[WIDE:%.*]] = zext i8 [[BYTE]] to i64
; CHECK-NEXT: [[AT:%.*]] = getelementptr i32, ptr {{%.*}}, i64 [[WIDE]]
; CHECK-NEXT: load i32, ptr [[AT]]
; CHECK: extractelement <16 x i8> [[BYTES]], i64 15
; CHECK-NOT: extractelement <16 x ptr>
; CHECK: ret void
declare i32 @heddle.tid.x() memory(none)
declare ptr @heddle.shared.base() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %shared = call ptr @heddle.shared.base()
  %in = load ptr, ptr %params, !invariant.load !0
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %i = zext nneg i32 %tid to i64
  %from = getelementptr i8, ptr %in, i64 %i
  %byte = load i8, ptr %from
  %wide = zext i8 %byte to i64
  %bin = getelementptr i32, ptr %shared, i64 %wide
  %old = atomicrmw add ptr %bin, i32 1 monotonic, align 4, !heddle.block_private !0
  ret void
}
!0 = !{}
