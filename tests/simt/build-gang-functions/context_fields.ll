; What a thread asks about its block is read from the block's context, once.
; RUN: simt-opt --passes=build-gang-functions --block=64 --width=16 %s | FileCheck %s
; CHECK: define internal void @block.gang(ptr noalias %context, i32 %gang)
; CHECK: [[CTAID:%.*]] = getelementptr inbounds i8, ptr %context, i64 16
; CHECK: load i32, ptr [[CTAID]], align 4, !invariant.load
; CHECK: [[SM:%.*]] = getelementptr inbounds i8, ptr %context, i64 48
; CHECK: load i32, ptr [[SM]], align 4, !invariant.load
declare i32 @heddle.ctaid.x() memory(none)
declare i32 @heddle.smid() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %data = load ptr, ptr %params, !invariant.load !0
  %block = call i32 @heddle.ctaid.x()
  %sm = call i32 @heddle.smid()
  %sum = add i32 %block, %sm
  store i32 %sum, ptr %data
  ret void
}
!0 = !{}
