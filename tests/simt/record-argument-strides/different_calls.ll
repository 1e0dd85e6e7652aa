; Calls that do not agree make the argument a vector over the lanes.
; RUN: simt-opt --passes='function(record-argument-strides)' --block=64 --width=16 %s | FileCheck %s
; CHECK: define i32 @f(i32 "heddle-stride"="none" %x)
declare i32 @heddle.tid.x() memory(none)
define i32 @f(i32 %x) "heddle-called-by-gangs" {
  ret i32 %x
}
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %tid = call i32 @heddle.tid.x()
  %a = call i32 @f(i32 1)
  %b = call i32 @f(i32 %tid)
  ret void
}
