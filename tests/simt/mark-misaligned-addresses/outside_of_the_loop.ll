; The index is a multiple of the access's size, so that the pointer alone decides, outside of the loop.
; RUN: simt-opt --passes='function(mark-misaligned-addresses)' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK: entry:
; CHECK: icmp ne
; CHECK: loop:
; CHECK-NOT: icmp ne
; CHECK: ret void
entry:
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr float, ptr %p, i64 %i
  store float 1.0, ptr %at, align 4
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 100
  br i1 %more, label %loop, label %done
done:
  ret void
}
!0 = !{}
