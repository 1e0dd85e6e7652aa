; A value that is only stored again may be unwritten in part, as padding is. It is judged where nothing of it has been
; written, and its shadow is copied with it.
; RUN: simt-opt --passes='check-initialised-reads' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: %written = load i32, ptr {{.*}} !heddle.shadow
; CHECK: %unwritten = icmp eq i32 {{.*}}, 0
; CHECK: call void @heddle_check_initialised(i64
; CHECK: %v = load i32, ptr %p
; CHECK: [[COPIED:%.*]] = select i1 %unwritten{{.*}}, i32 -1, i32 %written
; CHECK: store i32 [[COPIED]], ptr {{.*}} !heddle.shadow
; CHECK: store i32 %v, ptr %q
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  %at = getelementptr i8, ptr %params, i64 8
  %q = load ptr, ptr %at, align 8, !invariant.load !0
  %v = load i32, ptr %p, align 4
  store i32 %v, ptr %q, align 4
  ret void
}
!0 = !{}
