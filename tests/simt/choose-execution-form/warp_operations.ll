; Lanes that exchange values run in gangs of a warp.
; RUN: simt-opt --passes='choose-execution-form,print<execution-form>' --block=256 --disable-output %s | FileCheck %s
; CHECK: kernel k, block 256x1x1: gang of a warp
declare i32 @heddle.vote.ballot(i1, i32)
define void @k(ptr %params) "heddle-kernel" {
  %lanes = call i32 @heddle.vote.ballot(i1 true, i32 -1)
  store i32 %lanes, ptr %params
  ret void
}
