; All lanes of a warp do the same, at the same addresses too, so that the warp has to be one gang.
; RUN: simt-opt --passes='choose-execution-form,print<execution-form>' --block=256 --disable-output %s | FileCheck %s
; CHECK: kernel k, block 256x1x1: gang of a warp
define void @k(ptr %params) "heddle-kernel" "heddle-uniform-simt" {
  store i32 1, ptr %params
  ret void
}
