; An index of 32 bits, and one that a loop counts, cannot bring a pointer to the host's memory. So the pointer
; alone is tested, outside of the loop.
; RUN: simt-opt --passes='function(mark-host-addresses)' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK: entry:
; CHECK: [[BEGIN:%.*]] = load i64, ptr @heddle_kernel_access_range
; CHECK: [[BYTES:%.*]] = load i64, ptr getelementptr
; CHECK: %p = load i64, ptr %params
; CHECK: [[OFFSET:%.*]] = sub i64 %p, [[BEGIN]]
; CHECK: %outside = icmp uge i64 [[OFFSET]], [[BYTES]]
; CHECK: [[DISTANCE:%.*]] = select i1 %outside, i64 {{.*}}, i64 0
; CHECK: [[MARKED:%.*]] = add i64 %p, [[DISTANCE]]
; CHECK: loop:
; CHECK-NOT: icmp uge
; CHECK: [[SUM:%.*]] = add i64 [[MARKED]], %bytes
; CHECK: [[AT:%.*]] = inttoptr i64 [[SUM]] to ptr
; CHECK: store float 1.000000e+00, ptr [[AT]]
; CHECK: ret void
entry:
  %p = load i64, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %first = zext i32 %tid to i64
  %grid = call i32 @heddle.nctaid.x()
  %blocks = zext i32 %grid to i64
  %step = shl i64 %blocks, 8
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %loop ]
  %bytes = shl i64 %i, 2
  %sum = add i64 %p, %bytes
  %at = inttoptr i64 %sum to ptr
  store float 1.0, ptr %at, align 4
  %next = add i64 %i, %step
  %more = icmp ult i64 %next, 100000
  br i1 %more, label %loop, label %done
done:
  ret void
}
declare i32 @heddle.tid.x()
declare i32 @heddle.nctaid.x()
!0 = !{}
