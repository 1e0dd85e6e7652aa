; The number of warps follows from the number of threads, rounded up.
; RUN: simt-opt --passes=specialise-block-dim --block=33 %s | FileCheck %s
declare i32 @heddle.nwarpid()
define void @k(ptr %params) "heddle-kernel" {
; CHECK: store i32 2, ptr %params
  %n = call i32 @heddle.nwarpid()
  store i32 %n, ptr %params
  ret void
}
