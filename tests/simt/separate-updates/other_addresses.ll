; Lanes with the same key may have different addresses in @lanes, other blocks see the counters of @global, and in @count
; somebody asks for the peers themselves: one lane goes on to update for all.
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-updates)' --block=64 --width=32 %s | FileCheck %s
; CHECK-LABEL: @lanes
; CHECK-NOT: updates
; CHECK: atomicrmw add ptr %at, i32 %rank
; CHECK-LABEL: @global
; CHECK-NOT: updates
; CHECK: atomicrmw add ptr %at, i32 %rank
; CHECK-LABEL: @count
; CHECK-NOT: updates
; CHECK: atomicrmw add ptr %at, i32 %rank
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.laneid() memory(none)
declare i32 @heddle.lanemask.le() memory(none)
declare ptr @heddle.shared.base() memory(none)
declare i32 @heddle.match.any.b32(i32, i32) convergent memory(inaccessiblemem: readwrite)
declare i32 @heddle.vote.ballot(i1, i32) convergent memory(inaccessiblemem: readwrite)
declare { i32, i1 } @heddle.shfl.idx(i32, i32, i32, i32) convergent memory(inaccessiblemem: readwrite)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.ctpop.i32(i32)
define void @lanes(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %shared = call ptr @heddle.shared.base()
  %lane = call range(i32 0, 32) i32 @heddle.laneid()
  %below = call i32 @heddle.lanemask.le()
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %x = mul i32 %tid, %tid
  %key = and i32 %x, 255
  %peers = call i32 @heddle.match.any.b32(i32 %key, i32 -1)
  %zeros = call i32 @llvm.ctlz.i32(i32 %peers, i1 false)
  %last = sub nsw i32 31, %zeros
  %upto = and i32 %peers, %below
  %rank = call i32 @llvm.ctpop.i32(i32 %upto)
  %is.last = icmp eq i32 %lane, %last
  br i1 %is.last, label %update, label %meet
update:
  %at = getelementptr i32, ptr %shared, i32 %x
  %old = atomicrmw add ptr %at, i32 %rank monotonic, align 4, !heddle.block_private !0
  br label %meet
meet:
  %before.one = phi i32 [ 0, %entry ], [ %old, %update ]
  %told = call { i32, i1 } @heddle.shfl.idx(i32 %before.one, i32 %last, i32 31, i32 -1)
  %before = extractvalue { i32, i1 } %told, 0
  %sum = add i32 %rank, %before
  store volatile i32 %sum, ptr %params
  ret void
}
define void @global(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %shared = call ptr @heddle.shared.base()
  %lane = call range(i32 0, 32) i32 @heddle.laneid()
  %below = call i32 @heddle.lanemask.le()
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %x = mul i32 %tid, %tid
  %key = and i32 %x, 255
  %peers = call i32 @heddle.match.any.b32(i32 %key, i32 -1)
  %zeros = call i32 @llvm.ctlz.i32(i32 %peers, i1 false)
  %last = sub nsw i32 31, %zeros
  %upto = and i32 %peers, %below
  %rank = call i32 @llvm.ctpop.i32(i32 %upto)
  %is.last = icmp eq i32 %lane, %last
  br i1 %is.last, label %update, label %meet
update:
  %at = getelementptr i32, ptr %shared, i32 %key
  %old = atomicrmw add ptr %at, i32 %rank monotonic, align 4
  br label %meet
meet:
  %before.one = phi i32 [ 0, %entry ], [ %old, %update ]
  %told = call { i32, i1 } @heddle.shfl.idx(i32 %before.one, i32 %last, i32 31, i32 -1)
  %before = extractvalue { i32, i1 } %told, 0
  %sum = add i32 %rank, %before
  store volatile i32 %sum, ptr %params
  ret void
}
define void @count(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %shared = call ptr @heddle.shared.base()
  %lane = call range(i32 0, 32) i32 @heddle.laneid()
  %below = call i32 @heddle.lanemask.le()
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %x = mul i32 %tid, %tid
  %key = and i32 %x, 255
  %peers = call i32 @heddle.match.any.b32(i32 %key, i32 -1)
  %zeros = call i32 @llvm.ctlz.i32(i32 %peers, i1 false)
  %last = sub nsw i32 31, %zeros
  %upto = and i32 %peers, %below
  %rank = call i32 @llvm.ctpop.i32(i32 %upto)
  %is.last = icmp eq i32 %lane, %last
  br i1 %is.last, label %update, label %meet
update:
  %at = getelementptr i32, ptr %shared, i32 %key
  %old = atomicrmw add ptr %at, i32 %rank monotonic, align 4, !heddle.block_private !0
  br label %meet
meet:
  %before.one = phi i32 [ 0, %entry ], [ %old, %update ]
  %told = call { i32, i1 } @heddle.shfl.idx(i32 %before.one, i32 %last, i32 31, i32 -1)
  %before = extractvalue { i32, i1 } %told, 0
  %sum = add i32 %rank, %before
  store volatile i32 %peers, ptr %params
  store volatile i32 %sum, ptr %params
  ret void
}
!0 = !{}
