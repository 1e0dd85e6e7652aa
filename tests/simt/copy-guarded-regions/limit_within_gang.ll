; `if (tid < 4)` between barriers, in gangs of 16: where some lanes enter but not all, only the bits that
; differ between lanes are compared, and those are constants.
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-guarded-regions)' --block=64 --width=16 %s | FileCheck %s
; CHECK: %few = icmp ult i32 %tid, 4
; CHECK: call i1 @heddle.mask.any(i1 %few)
; CHECK: [[LANE:%.*]] = and i32 %tid, 15
; CHECK: [[C:%.*]] = icmp ult i32 [[LANE]], 4
; CHECK: br i1 [[C]]
declare i32 @heddle.tid.x() memory(none)
declare void @heddle.barrier(i32, i32)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  call void @heddle.barrier(i32 0, i32 0)
  %few = icmp ult i32 %tid, 4
  br i1 %few, label %body, label %done
body:
  %wide = zext i32 %tid to i64
  %at = getelementptr float, ptr %data, i64 %wide
  %next = getelementptr float, ptr %at, i64 4
  %x = load float, ptr %at
  %y = load float, ptr %next
  %sum = fadd float %x, %y
  store float %sum, ptr %at
  br label %done
done:
  call void @heddle.barrier(i32 0, i32 0)
  ret void
}
!0 = !{}
