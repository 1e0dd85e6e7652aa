; What a loop computes is used behind it through a phi only, where lanes that have left keep their value.
; RUN: simt-opt --passes='function(canonicalise-control-flow)' %s | FileCheck %s
define i32 @f(i32 %n) {
; CHECK: done:
; CHECK-NEXT: [[LAST:%.*]] = phi i32 [ %next, %loop ]
; CHECK-NEXT: ret i32 [[LAST]]
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %next
}
