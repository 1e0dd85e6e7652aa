; A loop that lanes leave at different times first runs in a copy, as long as all of them stay in it.
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-guarded-regions)' --block=64 --width=16 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK: loop:
; CHECK: %y = fmul float
; CHECK: loop.whole:
; CHECK: %y.whole = fmul float
; CHECK: [[ALL:%.*]] = call i1 @heddle.mask.all(i1 %more.whole)
; CHECK-NEXT: br i1 [[ALL]],
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %at = getelementptr float, ptr %data, i64 %wide
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ 1.0, %entry ], [ %y, %loop ]
  %y = fmul float %x, 1.5
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %tid
  br i1 %more, label %loop, label %done
done:
  store float %y, ptr %at
  ret void
}
!0 = !{}
