; An index that is clamped at the edges of an image: where the last lane is as far from the first as
; if nothing were clamped, one load takes the whole row. The lanes' own addresses are for the rest.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=4 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

; CHECK-LABEL: define {{.*}}gang
; CHECK: [[LAST:%.*]] = add i32 [[FIRST:%.*]], 3
; CHECK: call i32 @llvm.smin.i32(
; CHECK: [[DISTANCE:%.*]] = sub i64
; CHECK: [[IS_ROW:%.*]] = icmp eq i64 [[DISTANCE]], 12
; CHECK: [[ASKED:%.*]] = freeze i1 [[IS_ROW]]
; CHECK: br i1 [[ASKED]], label %row, label %separate
; CHECK: row:
; CHECK-NEXT: [[ROW:%.*]] = load <4 x float>
; CHECK: separate:
; CHECK-COUNT-4: load float
; CHECK: phi <4 x float> [ [[ROW]], %row ]
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %image = load i64, ptr %params, !invariant.load !0
  %width.at = getelementptr i8, ptr %params, i64 8
  %last = load i32, ptr %width.at, !invariant.load !0
  %out.at = getelementptr i8, ptr %params, i64 16
  %out = load ptr, ptr %out.at, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %left = add i32 %x, -3
  %positive = call i32 @llvm.smax.i32(i32 %left, i32 0)
  %column = call i32 @llvm.smin.i32(i32 %positive, i32 %last)
  %index = sext i32 %column to i64
  %offset = shl nsw i64 %index, 2
  %address = add i64 %image, %offset
  %pointer = inttoptr i64 %address to ptr
  %value = load float, ptr %pointer
  %place = zext i32 %x to i64
  %target = getelementptr float, ptr %out, i64 %place
  store float %value, ptr %target
  ret void
}
!0 = !{}
