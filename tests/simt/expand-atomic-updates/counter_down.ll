; atomicDec: from zero, and from above the limit, the counter goes to the limit.
; RUN: simt-opt --passes='function(expand-atomic-updates)' %s | FileCheck %s
define i32 @f(ptr %p, i32 %limit) {
; CHECK: update:
; CHECK: [[ZERO:%.*]] = icmp eq i32 [[HELD:%.*]], 0
; CHECK: [[ABOVE:%.*]] = icmp ugt i32 [[HELD]], %limit
; CHECK: [[WRAPS:%.*]] = or i1 [[ZERO]], [[ABOVE]]
; CHECK: [[LESS:%.*]] = sub i32 [[HELD]], 1
; CHECK: select i1 [[WRAPS]], i32 %limit, i32 [[LESS]]
  %old = atomicrmw udec_wrap ptr %p, i32 %limit monotonic
  ret i32 %old
}
