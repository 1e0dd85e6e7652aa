; They have no result, and nobody looks at it.
; RUN: simt-opt --passes='function(guard-called-lanes)' --width=16 %s | FileCheck %s
define i32 @f(i32 %x, i1 %c) "heddle-called-by-gangs" {
; CHECK: return:
; CHECK-NEXT: %r = phi i32 [ %x, %entry ], [ 0, %other ], [ poison, %guard ]
entry:
  br i1 %c, label %return, label %other
other:
  br label %return
return:
  %r = phi i32 [ %x, %entry ], [ 0, %other ]
  ret i32 %r
}
