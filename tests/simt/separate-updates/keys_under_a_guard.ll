; Not all lanes come to the match of @guarded, so that one of them goes on to update for its peers. In @all they do, and
; the address is that of the key: each lane updates by itself, and finds how many were there before it.
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-updates)' --block=64 --width=32 %s | FileCheck %s
; CHECK-LABEL: @guarded
; CHECK-NOT: updates
; CHECK: atomicrmw add ptr %at, i32 %rank
; CHECK-LABEL: @all
; CHECK: br i1 true, label %updates, label %election
; CHECK: updates:
; CHECK-NEXT: %[[AT:.*]] = getelementptr i32, ptr %shared, i32 %key
; CHECK-NEXT: %[[OLD:.*]] = atomicrmw add ptr %[[AT]], i32 1 monotonic
; CHECK-NEXT: br label %after.updates
; CHECK: phi i32 [ %[[OLD]], %updates ]
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.laneid() memory(none)
declare i32 @heddle.lanemask.le() memory(none)
declare ptr @heddle.shared.base() memory(none)
declare i32 @heddle.match.any.b32(i32, i32) convergent memory(inaccessiblemem: readwrite)
declare i32 @heddle.vote.ballot(i1, i32) convergent memory(inaccessiblemem: readwrite)
declare { i32, i1 } @heddle.shfl.idx(i32, i32, i32, i32) convergent memory(inaccessiblemem: readwrite)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @heddle.lanemask.lt() memory(none)
define void @guarded(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %shared = call ptr @heddle.shared.base()
  %lane = call range(i32 0, 32) i32 @heddle.laneid()
  %below = call i32 @heddle.lanemask.le()
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %x = mul i32 %tid, %tid
  %key = and i32 %x, 255
  %is.inside = icmp ult i32 %x, 100
  br i1 %is.inside, label %inside, label %done
inside:
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
  %before.one = phi i32 [ 0, %inside ], [ %old, %update ]
  %told = call { i32, i1 } @heddle.shfl.idx(i32 %before.one, i32 %last, i32 31, i32 -1)
  %before = extractvalue { i32, i1 } %told, 0
  %sum = add i32 %rank, %before
  store volatile i32 %sum, ptr %params
  br label %done
done:
  ret void
}
define void @all(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %shared = call ptr @heddle.shared.base()
  %lane = call range(i32 0, 32) i32 @heddle.laneid()
  %below = call i32 @heddle.lanemask.lt()
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %x = mul i32 %tid, %tid
  %key = and i32 %x, 255
  %peers = call i32 @heddle.match.any.b32(i32 %key, i32 -1)
  %zeros = call i32 @llvm.ctlz.i32(i32 %peers, i1 false)
  %last = sub nsw i32 31, %zeros
  %upto = and i32 %peers, %below
  %rank = call i32 @llvm.ctpop.i32(i32 %upto)
  %count = call i32 @llvm.ctpop.i32(i32 %peers)
  %is.last = icmp eq i32 %lane, %last
  br i1 %is.last, label %update, label %meet
update:
  %at = getelementptr i32, ptr %shared, i32 %key
  %old = atomicrmw add ptr %at, i32 %count monotonic, align 4, !heddle.block_private !0
  br label %meet
meet:
  %before.one = phi i32 [ 0, %entry ], [ %old, %update ]
  %told = call { i32, i1 } @heddle.shfl.idx(i32 %before.one, i32 %last, i32 31, i32 -1)
  %before = extractvalue { i32, i1 } %told, 0
  %sum = add i32 %rank, %before
  store volatile i32 %sum, ptr %params
  br label %done
done:
  ret void
}
!0 = !{}
