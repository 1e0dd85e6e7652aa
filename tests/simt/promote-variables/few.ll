; A variable in a function of three basic blocks makes three phis at most, and becomes a value.
; RUN: simt-opt --passes='function(promote-variables<6>)' %s | FileCheck %s
; CHECK-LABEL: @sum
; CHECK-NOT: alloca
; CHECK: loop:
; CHECK-NEXT: %[[SUM:.*]] = phi i32 [ 0, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK: %[[NEXT]] = add i32 %[[SUM]], 3
; CHECK: ret i32 %[[NEXT]]
define i32 @sum(i32 %n) {
entry:
  %variable = alloca i32
  store i32 0, ptr %variable
  br label %loop
loop:
  %old = load i32, ptr %variable
  %new = add i32 %old, 3
  store i32 %new, ptr %variable
  %more = icmp ult i32 %new, %n
  br i1 %more, label %loop, label %end
end:
  %result = load i32, ptr %variable
  ret i32 %result
}
