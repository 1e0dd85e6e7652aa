; A loop that lanes leave at different times goes round until no lane is left.
; RUN: simt-opt --passes='function(canonicalise-control-flow,print<linearisation>)' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: loop: mask of loop, jump [[LATCH:.*]]
; CHECK-NEXT: [[LATCH]]: mask of [[LATCH]], loop while any lane, then done
; CHECK-NEXT: done: all lanes, return
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %tid = call i32 @heddle.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %tid
  br i1 %more, label %loop, label %done
done:
  ret void
}
