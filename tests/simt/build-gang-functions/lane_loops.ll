; Quick code has loops over the lanes where other code takes one lane after the other: volatile accesses and
; shuffles by numbers that are not constant.
; RUN: simt-opt --passes=build-gang-functions --block=64 --width=32 --strip-mined --register-bits=128 %s | FileCheck %s
; CHECK-LABEL: define internal void @block.gang
; CHECK-COUNT-1: load volatile i32
; CHECK-NOT: load volatile i32
; CHECK: %[[ALL:.*]] = load <32 x i32>, ptr %{{.*}}, align 16
; CHECK: store <32 x i32> %[[ALL]], ptr %shuffle
; CHECK: call <32 x i32> @llvm.masked.gather
; CHECK-COUNT-1: store volatile i32
; CHECK-NOT: store volatile i32
declare i32 @heddle.tid.x() memory(none)
declare { i32, i1 } @heddle.shfl.idx(i32, i32, i32, i32) convergent
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %at = getelementptr i64, ptr %data, i64 %wide
  %x = load volatile i32, ptr %at
  %pair = call { i32, i1 } @heddle.shfl.idx(i32 %x, i32 %x, i32 31, i32 -1)
  %y = extractvalue { i32, i1 } %pair, 0
  store volatile i32 %y, ptr %at
  ret void
}
!0 = !{}
