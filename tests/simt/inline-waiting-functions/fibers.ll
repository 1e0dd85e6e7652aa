; Threads that run as fibers make no calls of gangs.
; RUN: simt-opt --passes=inline-waiting-functions --block=64 --fibers %s | FileCheck %s
; CHECK: define void @k
; CHECK-NOT: call i32 @f
; CHECK: mul i32
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
