; Where a branch that differs between gangs decides about barriers, the block function looks after each
; round whether they are still together, and else resumes each gang from its own state.
; RUN: simt-opt --passes=build-block-function --block=64 --width=16 %s | FileCheck %s
declare void @heddle.gang.barrier(i32, i32) convergent
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  %first = icmp eq i32 %gang, 0
  br i1 %first, label %waits, label %done
waits:
  call void @heddle.gang.barrier(i32 0, i32 0)
  br label %done
done:
  ret void
}
; CHECK: define i32 @block
; CHECK: call void @llvm.memset
; CHECK: mixed.entry:
; CHECK: br i1 %{{.*}}, label %together, label %mixed.entry
; CHECK: schedule:
; CHECK: switch i32 %{{.*}}, label %next{{[0-9]*}} [
