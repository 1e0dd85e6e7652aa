; The last lane with a digit counts all of them, as in a radix sort. The digit is the part of a key that a uniform mask
; leaves, and the match sees eight bits of it: if the mask has no others, each lane counts itself. What has nothing to
; do with that is moved out of the way.
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-updates)' --block=64 --width=32 %s | FileCheck %s
; CHECK: %digit = and i32 %x, %bits
; CHECK: %other = mul i32 %x, 3
; CHECK-NEXT: %[[EXCESS:.*]] = and i32 %bits, -256
; CHECK-NEXT: %[[NONE:.*]] = icmp eq i32 %[[EXCESS]], 0
; CHECK-NEXT: br i1 %[[NONE]], label %updates, label %election
; CHECK: updates:
; CHECK-NEXT: %[[WIDE:.*]] = zext i32 %digit to i64
; CHECK-NEXT: %[[OFFSET:.*]] = shl i64 %[[WIDE]], 2
; CHECK-NEXT: %[[AT:.*]] = getelementptr i8, ptr %shared, i64 %[[OFFSET]]
; CHECK-NEXT: %[[OLD:.*]] = atomicrmw add ptr %[[AT]], i32 1 monotonic, align 4, !heddle.block_private
; CHECK-NEXT: %[[NEW:.*]] = add i32 %[[OLD]], 1
; CHECK-NEXT: br label %after.updates
; CHECK: election:
; CHECK-NEXT: %peers = call i32 @heddle.match.any.b32(i32 %key, i32 -1)
; CHECK-NOT: ballot
; CHECK: %[[ELECTED:.*]] = add i32 %{{.*}}, %rank
; CHECK: after.updates:
; CHECK-NEXT: %[[SUM:.*]] = phi i32 [ %[[NEW]], %updates ], [ %[[ELECTED]], %meet ]
; CHECK: %result = add i32 %[[SUM]], %other
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.laneid() memory(none)
declare i32 @heddle.lanemask.le() memory(none)
declare ptr @heddle.shared.base() memory(none)
declare i32 @heddle.match.any.b32(i32, i32) convergent memory(inaccessiblemem: readwrite)
declare i32 @heddle.vote.ballot(i1, i32) convergent memory(inaccessiblemem: readwrite)
declare { i32, i1 } @heddle.shfl.idx(i32, i32, i32, i32) convergent memory(inaccessiblemem: readwrite)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.ctpop.i32(i32)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %shared = call ptr @heddle.shared.base()
  %lane = call range(i32 0, 32) i32 @heddle.laneid()
  %below = call i32 @heddle.lanemask.le()
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %x = mul i32 %tid, %tid
  %bits = load i32, ptr %params, !invariant.load !0
  %digit = and i32 %x, %bits
  %key = and i32 %digit, 255
  %peers = call i32 @heddle.match.any.b32(i32 %key, i32 -1)
  %present = call i32 @heddle.vote.ballot(i1 true, i32 -1)
  %is.zero = icmp eq i32 %key, 0
  %absent = xor i32 %present, -1
  %added = select i1 %is.zero, i32 %absent, i32 0
  %all = or i32 %peers, %added
  %zeros = call i32 @llvm.ctlz.i32(i32 %all, i1 false)
  %last = sub nsw i32 31, %zeros
  %upto = and i32 %all, %below
  %rank = call i32 @llvm.ctpop.i32(i32 %upto)
  %other = mul i32 %x, 3
  %is.last = icmp eq i32 %lane, %last
  br i1 %is.last, label %update, label %meet
update:
  %wide = zext i32 %digit to i64
  %offset = shl i64 %wide, 2
  %at = getelementptr i8, ptr %shared, i64 %offset
  %old = atomicrmw add ptr %at, i32 %rank monotonic, align 4, !heddle.block_private !0
  br label %meet
meet:
  %before.one = phi i32 [ 0, %entry ], [ %old, %update ]
  %told = call { i32, i1 } @heddle.shfl.idx(i32 %before.one, i32 %last, i32 31, i32 -1)
  %before = extractvalue { i32, i1 } %told, 0
  %sum = add i32 %rank, %before
  %result = add i32 %sum, %other
  store volatile i32 %result, ptr %params
  ret void
}
!0 = !{}
