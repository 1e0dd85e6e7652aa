; A loop that is left by `break` before a barrier and has been unrolled: a nest of regions with barriers. The masked
; original of a region is not copied again, so that the innermost barrier is there four times and not eight.
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-guarded-regions)' --block=64 --width=16 %s | FileCheck %s
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-guarded-regions)' --block=64 --width=16 %s | FileCheck --check-prefix=COUNT %s
declare i32 @heddle.tid.x() memory(none)
declare void @heddle.barrier(i32, i32)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; COUNT-COUNT-4: call void @heddle.barrier(i32 3, i32 64)
; COUNT-NOT: call void @heddle.barrier(i32 3, i32 64)
; Under masks, a gang none of whose lanes goes to the next barrier passes by it.
; CHECK: second:
; CHECK: call void @heddle.barrier(i32 2, i32 64)
; CHECK: [[ANY:%.*]] = call i1 @heddle.mask.any(i1 %c
; CHECK: br i1 [[ANY]], label %[[MIXED:.*]], label %[[BEHIND:between.*]]
; CHECK: [[MIXED]]:
; CHECK: [[AGAIN:%.*]] = icmp sgt i32 %x, 3
; CHECK: br i1 [[AGAIN]], label %third, label %[[BEHIND]]
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = sext i32 %tid to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %x = load i32, ptr %at
  %a = icmp sgt i32 %x, 1
  br i1 %a, label %first, label %done
first:
  call void @heddle.barrier(i32 1, i32 64)
  %b = icmp sgt i32 %x, 2
  br i1 %b, label %second, label %done
second:
  call void @heddle.barrier(i32 2, i32 64)
  %c = icmp sgt i32 %x, 3
  br i1 %c, label %third, label %done
third:
  call void @heddle.barrier(i32 3, i32 64)
  br label %done
done:
  %sum = phi i32 [ 0, %entry ], [ 1, %first ], [ 3, %second ], [ 6, %third ]
  store i32 %sum, ptr %at
  ret void
}
!0 = !{}
