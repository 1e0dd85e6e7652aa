; A loop over few gangs becomes straight code.
; RUN: simt-opt --passes='function(unroll-small-loops)' %s | FileCheck %s
define void @f(ptr %p) {
; CHECK-COUNT-4: store i32
; CHECK-NOT: br i1
; CHECK: ret void
entry:
  br label %loop

loop:
  %gang = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %gang
  store i32 %gang, ptr %at
  %next = add nuw nsw i32 %gang, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %done

done:
  ret void
}
