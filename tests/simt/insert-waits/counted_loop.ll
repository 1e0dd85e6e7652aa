; A loop that ends by itself does not wait; one that tries to take a lock does.
; RUN: simt-opt --passes='function(insert-waits)' %s | FileCheck %s
define void @counted(ptr %p) {
; CHECK-LABEL: @counted
; CHECK-NOT: heddle.wait
; CHECK-LABEL: @lock
; CHECK: call void @heddle.wait()
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 10
  br i1 %more, label %loop, label %done
done:
  ret void
}
define void @lock(ptr %lock) {
entry:
  br label %try
try:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 acquire monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %done, label %try
done:
  ret void
}
