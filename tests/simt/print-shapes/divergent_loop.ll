; A loop that lanes leave at different times is divergent; one with a uniform end is not.
; RUN: simt-opt --passes='function(canonicalise-control-flow,print<shapes>)' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: loop outer uniform
; CHECK: loop inner divergent
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %tid = call i32 @heddle.tid.x()
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
  store volatile i32 %j, ptr %params
  %j1 = add i32 %j, 1
  %stays = icmp ult i32 %j1, %tid
  br i1 %stays, label %inner, label %next
next:
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, 10
  br i1 %more, label %outer, label %done
done:
  ret void
}
