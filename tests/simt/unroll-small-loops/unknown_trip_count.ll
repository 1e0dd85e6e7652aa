; A loop that runs as often as the launch says stays: to unroll it would take code for the rest.
; RUN: simt-opt --passes='function(unroll-small-loops)' %s | FileCheck %s
define void @f(ptr %p, i32 %n) {
; CHECK: loop:
; CHECK: store i32
; CHECK-NOT: store i32
; CHECK: ret void
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}
