; Without warp operations, too, a kernel whose lanes read what others have just stored runs in gangs of a
; warp.
; RUN: simt-opt --passes='choose-execution-form,print<execution-form>' --block=64 --disable-output %s | FileCheck %s
; CHECK: kernel k, block 64x1x1: gang of a warp
@row = internal addrspace(3) global [65 x i32] undef, align 4
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr %params) "heddle-kernel" {
  %tid = call i32 @heddle.tid.x()
  %mine = getelementptr i32, ptr addrspace(3) @row, i32 %tid
  %next = getelementptr i32, ptr addrspace(3) %mine, i32 1
  store i32 %tid, ptr addrspace(3) %mine
  %seen = load i32, ptr addrspace(3) %next
  store i32 %seen, ptr %params
  ret void
}
