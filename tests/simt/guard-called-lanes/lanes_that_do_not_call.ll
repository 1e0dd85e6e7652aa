; Of a function that a gang calls, lanes that do not call it return at once.
; RUN: simt-opt --passes='function(guard-called-lanes)' --width=16 %s | FileCheck %s
define void @f(ptr %p) "heddle-called-by-gangs" {
; CHECK: guard:
; CHECK-NEXT: [[CALLED:%.*]] = call i1 @heddle.called()
; CHECK-NEXT: br i1 [[CALLED]], label %entry, label %return
entry:
  store i32 1, ptr %p
  br label %return
return:
  ret void
}
