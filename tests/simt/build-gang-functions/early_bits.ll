; Bits that are joined before the guard around their use: in lane 0, whose thread does not pass the guard, they are not
; apart. The other lanes' values are lane 0's and a constant more, so lane 0's must be the sum.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=16x4 --width=16 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.tid.y() memory(none)

; CHECK-LABEL: define {{.*}}gang
; CHECK-NOT: or i32
; CHECK-NOT: or disjoint i32
; CHECK: add i32 [[ROW:%.*]], [[OFFSET:%.*]]
; CHECK: ret void
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %in = load ptr, ptr %params, !invariant.load !0
  %out.at = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %out.at, !invariant.load !0
  %x = call range(i32 0, 16) i32 @heddle.tid.x()
  %y = call range(i32 0, 4) i32 @heddle.tid.y()
  %row = shl nuw nsw i32 %y, 6
  %before = add nsw i32 %x, -1
  %offset = shl nuw nsw i32 %before, 2
  %place = or disjoint i32 %row, %offset
  %inside = icmp ne i32 %x, 0
  br i1 %inside, label %left, label %done
left:
  %wide = zext nneg i32 %place to i64
  %neighbour = getelementptr i8, ptr %in, i64 %wide
  %value = load float, ptr %neighbour
  %target = getelementptr i8, ptr %out, i64 %wide
  store float %value, ptr %target
  br label %done
done:
  ret void
}
!0 = !{}
