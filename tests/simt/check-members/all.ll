; A mask that names all lanes names each.
; RUN: simt-opt --passes='check-members' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK-NOT: heddle_check_members
; CHECK: ret void
  call void @heddle.warp.barrier(i32 -1)
  %mask = call i32 @heddle.activemask()
  ret void
}
declare void @heddle.warp.barrier(i32)
declare i32 @heddle.activemask()
