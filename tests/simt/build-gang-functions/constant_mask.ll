; Where each lane's condition is a constant, the lanes that are off do not even read the scratch memory.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=8 --width=8 %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK: then:
; CHECK-COUNT-2: = load float
; CHECK-NOT: load float
; CHECK: fadd
; CHECK-COUNT-2: store float
; CHECK-NOT: store float
; CHECK: ret void
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call range(i32 0, 8) i32 @heddle.tid.x()
  %lane = and i32 %tid, 7
  %c = icmp ult i32 %lane, 2
  br i1 %c, label %then, label %done
then:
  %i = mul i32 %lane, 100
  %wide = zext i32 %i to i64
  %at = getelementptr float, ptr %data, i64 %wide
  %x = load float, ptr %at
  %y = fadd float %x, 1.0
  store float %y, ptr %at
  br label %done
done:
  ret void
}
!0 = !{}
