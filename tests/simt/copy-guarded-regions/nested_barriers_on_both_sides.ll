; Two sides with barriers inside a region that is not copied again: one is put behind the other, so that a gang can
; pass by each of them.
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-guarded-regions)' --block=64 --width=16 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)
declare void @heddle.barrier(i32, i32)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK: low:
; CHECK: call void @heddle.barrier(i32 2, i32 64)
; CHECK: br label %between
; CHECK: between:
; CHECK: [[LOW:%.*]] = phi i32 [ poison, {{.*}} ], [ 2, %low ]
; CHECK: call i1 @heddle.mask.all(i1
; CHECK: high:
; CHECK: call void @heddle.barrier(i32 3, i32 64)
; CHECK: br label %inner
; CHECK: inner:
; CHECK: phi i32 [ 3, %high ], [ [[LOW]],
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = sext i32 %tid to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %x = load i32, ptr %at
  %a = icmp sgt i32 %x, 1
  br i1 %a, label %outer, label %done
outer:
  call void @heddle.barrier(i32 1, i32 64)
  %b = icmp slt i32 %x, 100
  br i1 %b, label %low, label %high
low:
  call void @heddle.barrier(i32 2, i32 64)
  br label %inner
high:
  call void @heddle.barrier(i32 3, i32 64)
  br label %inner
inner:
  %side = phi i32 [ 2, %low ], [ 3, %high ]
  store i32 %side, ptr %at
  br label %done
done:
  ret void
}
!0 = !{}
