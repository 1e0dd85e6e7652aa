; An argument that is the same in all lanes at every call is passed as one value.
; RUN: simt-opt --passes='function(record-argument-strides)' --block=64 --width=16 %s | FileCheck %s
; CHECK: define i32 @f(i32 "heddle-stride"="0" %x)
define i32 @f(i32 %x) "heddle-called-by-gangs" {
  ret i32 %x
}
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %n = load i32, ptr %params, !invariant.load !0
  %r = call i32 @f(i32 %n)
  ret void
}
!0 = !{}
