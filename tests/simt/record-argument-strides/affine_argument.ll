; An argument that grows by a constant from lane to lane is passed as lane 0's, with its stride noted.
; RUN: simt-opt --passes='function(record-argument-strides)' --block=64 --width=16 %s | FileCheck %s
; CHECK: define i32 @f(i32 "heddle-stride"="4" %x)
declare i32 @heddle.tid.x() memory(none)
define i32 @f(i32 %x) "heddle-called-by-gangs" {
  ret i32 %x
}
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %tid = call i32 @heddle.tid.x()
  %offset = mul nuw nsw i32 %tid, 4
  %r = call i32 @f(i32 %offset)
  ret void
}
