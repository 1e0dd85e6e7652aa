; An edge from a block with two successors to one with two predecessors gets a block of its own.
; RUN: simt-opt --passes='function(canonicalise-control-flow)' %s | FileCheck %s
define void @f(i1 %c, ptr %p) {
; CHECK: br i1 %c, label %then, label %[[EDGE:.*]]
; CHECK: [[EDGE]]:
; CHECK-NEXT: br label %join
entry:
  br i1 %c, label %then, label %join
then:
  store i32 1, ptr %p
  br label %join
join:
  ret void
}
