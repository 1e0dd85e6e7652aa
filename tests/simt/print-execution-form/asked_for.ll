; The form that was noted, with its reason.
; RUN: simt-opt --passes='print<execution-form>' --block=64x2 --width=8 --disable-output %s | FileCheck %s
; CHECK: heddle: kernel k, block 64x2x1: gang of 8 lanes (asked for)
define void @k(ptr %params) "heddle-kernel" {
  ret void
}
