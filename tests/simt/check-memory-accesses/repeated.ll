; An access at the same address, of no more bytes and certainly behind another one, is not checked again.
; The update behind the branch is, because only one of the ways to it has an access before.
; RUN: simt-opt --passes='check-memory-accesses' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: call void @heddle_check_access
; CHECK: load i64, ptr %p
; CHECK-NOT: heddle_check_access
; CHECK: store i32 1, ptr %p
; CHECK: call void @heddle_check_access
; CHECK: store i32 2, ptr %q
; CHECK: call void @heddle_check_access
; CHECK: atomicrmw add ptr %q
; CHECK: ret void
entry:
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  %second = getelementptr i8, ptr %params, i64 8
  %q = load ptr, ptr %second, align 8, !invariant.load !0
  %v = load i64, ptr %p, align 8
  store i32 1, ptr %p, align 4
  %c = icmp eq i64 %v, 0
  br i1 %c, label %then, label %join
then:
  store i32 2, ptr %q, align 4
  br label %join
join:
  %old = atomicrmw add ptr %q, i32 1 monotonic, align 4
  ret void
}
!0 = !{}
