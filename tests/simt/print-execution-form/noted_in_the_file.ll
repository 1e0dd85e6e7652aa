; A file can say what its kernel was compiled for.
; RUN: simt-opt --passes='print<execution-form>' --disable-output %s | FileCheck %s
; CHECK: heddle: kernel k, block 32x1x1: gang of a warp (lanes meet)
define void @k(ptr %params) "heddle-kernel" "heddle-block-dim"="32x1x1" "heddle-execution-form"="warp" "heddle-gang-width"="32" "heddle-form-reason"="lanes meet" {
  ret void
}
