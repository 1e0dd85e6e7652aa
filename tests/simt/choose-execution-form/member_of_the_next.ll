; A load that reaches into the structure of the next thread does: it may read what that one has stored.
; RUN: simt-opt --passes='choose-execution-form,print<execution-form>' --block=64 --disable-output %s | FileCheck %s
; CHECK: kernel k, block 64x1x1: gang of a warp
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr %params) "heddle-kernel" {
  %base = load i64, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %distance = mul i64 %wide, 24
  %element = add i64 %base, %distance
  %first = inttoptr i64 %element to ptr
  store i64 1, ptr %first
  %next = add i64 %element, 24
  %other = inttoptr i64 %next to ptr
  %seen = load i64, ptr %other
  store i64 %seen, ptr %first
  ret void
}
!0 = !{}
