; Uniform, affine and varying values.
; RUN: simt-opt --passes='print<shapes>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: n uniform
; CHECK: tid affine 1
; CHECK: i affine 4
; CHECK: at affine 4
; CHECK: v varying
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %n = load ptr, ptr %params, !invariant.load !0
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %i = shl nuw nsw i32 %tid, 2
  %at = getelementptr i8, ptr %n, i32 %i
  %v = load i32, ptr %at
  %w = add i32 %v, 1
  store i32 %w, ptr %at
  ret void
}
!0 = !{}
