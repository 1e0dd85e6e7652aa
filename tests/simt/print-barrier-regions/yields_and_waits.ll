; Where a gang lets the others go on, a region ends as well.
; RUN: simt-opt --passes='print<barrier-regions>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: gangs may come to different barriers
; CHECK: region 1: behind a yield in loop
; CHECK: region 2: behind a wait in wait
declare void @heddle.gang.yield()
declare void @heddle.gang.wait()
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
entry:
  br label %loop
loop:
  call void @heddle.gang.yield()
  %v = load volatile i32, ptr %context
  %closed = icmp eq i32 %v, 0
  br i1 %closed, label %wait, label %done
wait:
  call void @heddle.gang.wait()
  br label %loop
done:
  ret void
}
