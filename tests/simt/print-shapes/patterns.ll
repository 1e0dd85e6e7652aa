; Operations on the bits of thread numbers give each lane a constant offset from lane 0, which may again be
; the same for all lanes, or affine.
; RUN: simt-opt --passes='print<shapes>' --block=64 --width=8 --disable-output %s | FileCheck %s
; CHECK: partner pattern 0 -1 2 1 4 3 6 5
; CHECK: pair affine 1
; CHECK: far uniform
; CHECK: further uniform
; CHECK: half pattern 0 0 1 1 2 2 3 3
; CHECK: low pattern 0 1 2 3 0 1 2 3
; CHECK: spread pattern 0 1 2 3 8 9 10 11
; CHECK: wide pattern 0 1 2 3 8 9 10 11
; CHECK: at pattern 0 4 8 12 32 36 40 44
; CHECK: block uniform
; CHECK: wraps varying
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %partner = xor i32 %tid, 1
  %pair = xor i32 %tid, 16
  %far = lshr i32 %tid, 3
  %further = lshr i32 %tid, 5
  %half = lshr i32 %tid, 1
  %low = and i32 %tid, 3
  %twice = shl i32 %tid, 1
  %spread = sub i32 %twice, %low
  %wide = zext i32 %spread to i64
  %at = getelementptr float, ptr %data, i64 %wide
  %block = and i32 %spread, 16
  %next = add i32 %tid, 1
  %wraps = and i32 %next, 3
  store i32 %wraps, ptr %at
  ret void
}
!0 = !{}
