; Memory is contiguous along rows, so the block stays as it is.
; RUN: simt-opt --passes='function(canonicalise-control-flow,turn-block)' --block=16x16 --width=16 %s | FileCheck %s
; CHECK: %x = call i32 @heddle.tid.x()
; CHECK: %y = call i32 @heddle.tid.y()
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.tid.y() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %in = load ptr, ptr %params, !invariant.load !0
  %out.at = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %out.at, !invariant.load !0
  %n.at = getelementptr i8, ptr %params, i64 16
  %n = load i32, ptr %n.at, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %y = call i32 @heddle.tid.y()
  %row = mul i32 %y, %n
  %place = add i32 %row, %x
  %wide = zext i32 %place to i64
  %from = getelementptr float, ptr %in, i64 %wide
  %value = load float, ptr %from
  %to = getelementptr float, ptr %out, i64 %wide
  store float %value, ptr %to
  ret void
}
!0 = !{}
