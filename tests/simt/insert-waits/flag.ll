; A fiber in a loop that reads a word until it changes lets the other threads run.
; RUN: simt-opt --passes='function(insert-waits)' %s | FileCheck %s
define void @wait(ptr %flag) {
; CHECK: loop:
; CHECK: call void @heddle.wait()
; CHECK: done:
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr %flag
  %closed = icmp eq i32 %v, 0
  br i1 %closed, label %loop, label %done
done:
  ret void
}
