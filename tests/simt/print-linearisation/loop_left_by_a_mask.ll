; All lanes leave the inner loop together, and so do they the outer one from within it. But the inner loop runs under the
; mask of its block, for some lanes may have gone on to %left without the others before. So its exits are by mask, and
; the outer loop is left by a mask, too: asked when no lane is left in it, its own branches would go round for ever.
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-guarded-regions,canonicalise-control-flow,print<linearisation>)' --disable-output --block=1x40x1 --width=2 %s | FileCheck %s
; CHECK: inner.whole: mask of inner.whole
; CHECK: loop while any lane, then left.whole
; CHECK: left.whole: mask of left.whole
; CHECK-NOT: , branch
; CHECK: ended:
declare i32 @heddle.tid.y() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %in = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.y()
  %at = getelementptr [2 x i32], ptr %in, i32 %tid
  %a = load i32, ptr %at
  %next = getelementptr i32, ptr %at, i64 1
  %b = load i32, ptr %next
  %bit = and i32 %tid, 4
  %leaves = icmp eq i32 %bit, 0
  %stays = icmp ult i32 %a, %b
  br label %outer
outer:
  %i = phi i32 [ 8, %0 ], [ %k, %left ]
  %j = add i32 %i, -1
  %ends = icmp eq i32 %j, 0
  br i1 %ends, label %ended, label %inner
inner:
  %l = phi i32 [ %k, %rest ], [ %j, %outer ]
  %k = add i32 %l, -1
  %endsHere = icmp eq i32 %k, 0
  br i1 %endsHere, label %ended, label %rest
rest:
  br i1 %leaves, label %left, label %inner
left:
  br i1 %stays, label %outer, label %ended
ended:
  store i32 0, ptr %at
  ret void
}
!0 = !{}
