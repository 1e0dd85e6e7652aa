; Where nothing waits, the calls stay, until the kernel runs as fibers.
; RUN: simt-opt --passes=inline-waiting-functions --block=64 %s | FileCheck %s
; RUN: simt-opt --passes=inline-waiting-functions --block=64 --fibers %s | FileCheck %s --check-prefix=FIBERS
; CHECK: define void @k
; CHECK: call i32 @f
; FIBERS-NOT: call i32 @f
; FIBERS: ret void
define internal i32 @f(i32 %x) "heddle-called-by-gangs" {
  %y = mul i32 %x, %x
  ret i32 %y
}
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %data = load ptr, ptr %params, !invariant.load !0
  %v = load i32, ptr %data
  %r = call i32 @f(i32 %v)
  store i32 %r, ptr %data
  ret void
}
!0 = !{}
