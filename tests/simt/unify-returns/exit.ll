; A thread that exits goes where the others return.
; RUN: simt-opt --passes='function(unify-returns)' %s | FileCheck %s
declare void @heddle.exit()
define void @k(ptr %params, i1 %c) "heddle-kernel" {
; CHECK-NOT: call void @heddle.exit
; CHECK: leave:
; CHECK-NEXT: br label %[[END:.*]]
; CHECK: [[END]]:
; CHECK-NEXT: ret void
; CHECK-NOT: unreachable
  br i1 %c, label %leave, label %stay
leave:
  call void @heddle.exit()
  unreachable
stay:
  store i32 1, ptr %params
  ret void
}
