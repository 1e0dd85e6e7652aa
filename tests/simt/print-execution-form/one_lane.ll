; Gangs of one lane are called what they are.
; RUN: simt-opt --passes='print<execution-form>' --block=64 --width=1 --disable-output %s | FileCheck %s
; CHECK: kernel k, block 64x1x1: one lane at a time
define void @k(ptr %params) "heddle-kernel" {
  ret void
}
