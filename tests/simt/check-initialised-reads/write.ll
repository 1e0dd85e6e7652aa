; A write sets the shadows of its bytes, in words of eight; an atomic looks at them first.
; RUN: simt-opt --passes='check-initialised-reads' %s | FileCheck %s
define void @write(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @write
; CHECK: call void @heddle_mark_initialised(i64 {{.*}}, i32 16)
; CHECK-NOT: heddle_check_initialised
; CHECK: store i64 -1, ptr %shadow
; CHECK: store i64 -1, ptr
; CHECK: store <4 x i32>
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  store <4 x i32> zeroinitializer, ptr %p, align 16
  ret void
}
define void @update(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @update
; CHECK: call void @heddle_check_initialised
; CHECK: call void @heddle_mark_initialised(i64 {{.*}}, i32 4)
; CHECK: %unwritten = icmp ne i32
; CHECK: store i32 -1, ptr %shadow
; CHECK: atomicrmw add
  %p = load ptr, ptr %params, align 8, !invariant.load !0
  %old = atomicrmw add ptr %p, i32 1 monotonic, align 4
  ret void
}
!0 = !{}
