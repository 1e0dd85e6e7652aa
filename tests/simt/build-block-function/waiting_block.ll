; A block whose gangs wait for another block returns 1 (Yielded), and goes on from its frame when it is called
; again.
; RUN: simt-opt --passes=build-block-function --block=64 --width=16 %s | FileCheck %s
declare void @heddle.gang.wait() convergent
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr %context
  %closed = icmp eq i32 %v, 0
  br i1 %closed, label %wait, label %done
wait:
  call void @heddle.gang.wait()
  br label %loop
done:
  ret void
}
; CHECK: define i32 @block(ptr noalias %0) #[[A:[0-9]+]]
; CHECK: br i1 %{{.*}}, label %fresh, label %
; CHECK: suspend:
; CHECK-NEXT: store i32 1, ptr
; CHECK-NEXT: ret i32 1
; CHECK: attributes #[[A]] = {{.*}}"heddle-yields"
