; A comparison of numbers that begin at a multiple of the gang's span is uniform where the limit is
; such a multiple, too; lanes between two multiples are on the same side of each.
; RUN: simt-opt --passes='print<shapes>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: below uniform
; CHECK: above uniform
; CHECK: signed uniform
; CHECK: doubled uniform
; CHECK: swapped uniform
; CHECK: inside varying
; CHECK: above.inside varying
; CHECK: doubled.inside varying
; CHECK: shifted.below varying
; CHECK: equal varying
; CHECK: narrow varying
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %n = load i32, ptr %params, !invariant.load !0
  %rows = shl i32 %n, 4
  %below = icmp ult i32 %tid, 32
  %above = icmp ugt i32 %tid, 31
  %signed = icmp slt i32 %tid, 48
  %twice = shl i32 %tid, 1
  %doubled = icmp ult i32 %twice, 64
  %swapped = icmp ugt i32 %rows, %tid
  %inside = icmp ult i32 %tid, 8
  %above.inside = icmp ugt i32 %tid, 32
  %doubled.inside = icmp ult i32 %twice, 16
  %shifted = add i32 %tid, 1
  %shifted.below = icmp ult i32 %shifted, 32
  %equal = icmp eq i32 %tid, 32
  %small = trunc i32 %tid to i4
  %narrow = icmp ult i4 %small, 0
  ret void
}
!0 = !{}
