; Lanes that run in step read what others have just stored: the first store to the row is not dead, although
; its own thread overwrites it. In a kernel whose lanes read nothing of each other, it is.
; RUN: simt-opt --passes=remove-dead-stores --block=32 --kernel=reads %s | FileCheck %s --check-prefix=READS
; RUN: simt-opt --passes=remove-dead-stores --block=32 --kernel=writes %s | FileCheck %s --check-prefix=WRITES
@row = internal addrspace(3) global [33 x i32] undef, align 4
declare i32 @heddle.tid.x() nounwind willreturn memory(none)
define void @reads(ptr %params) {
; READS: store i32 %tid, ptr addrspace(3) %mine
; READS: load i32, ptr addrspace(3) %next
; READS: store i32 0, ptr addrspace(3) %mine
  %tid = call i32 @heddle.tid.x()
  %mine = getelementptr i32, ptr addrspace(3) @row, i32 %tid
  %next = getelementptr i32, ptr addrspace(3) %mine, i32 1
  store i32 %tid, ptr addrspace(3) %mine
  %seen = load i32, ptr addrspace(3) %next
  store i32 0, ptr addrspace(3) %mine
  store i32 %seen, ptr %params
  ret void
}
define void @writes(ptr %params) {
; WRITES-NOT: store i32 %tid
; WRITES: store i32 0, ptr %params
  %tid = call i32 @heddle.tid.x()
  store i32 %tid, ptr %params
  store i32 0, ptr %params
  ret void
}
