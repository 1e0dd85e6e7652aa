; An index that is computed before the guard around its use, as LLVM does: in lane 0, whose thread does
; not pass the guard, its flags do not hold. The other lanes' values come from lane 0's, so they must go.
; The index of the store is used by every thread, which promises that its flags hold.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=4 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)

; CHECK-LABEL: define {{.*}}gang
; CHECK: shl i32 [[BEFORE:%.*]], 2
; CHECK: shl nuw nsw i64 [[PLACE:%.*]], 2
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %in = load ptr, ptr %params, !invariant.load !0
  %out.at = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %out.at, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %before = add i32 %x, -1
  %offset = shl nuw nsw i32 %before, 2
  %place = zext i32 %x to i64
  %there = shl nuw nsw i64 %place, 2
  %target = getelementptr i8, ptr %out, i64 %there
  store float 1.0, ptr %target
  %inside = icmp ult i32 %before, 62
  br i1 %inside, label %left, label %done
left:
  %wide = zext i32 %offset to i64
  %neighbour = getelementptr i8, ptr %in, i64 %wide
  %value = load float, ptr %neighbour
  store float %value, ptr %target
  br label %done
done:
  ret void
}
!0 = !{}
