; Regions stay apart where it is not known that gangs have nothing to do with each other: in the first kernel each
; gang stores to memory that a parameter points to, and all of them may read that behind the barrier; in the second
; one, what a gang reads in shared memory depends on what it finds there.
; RUN: sed 's/;GLOBAL;//' %s | simt-opt --passes=build-block-function --block=1024 --width=16 --register-bits=512 | FileCheck %s
; RUN: sed 's/;INDEX;//' %s | simt-opt --passes=build-block-function --block=1024 --width=16 --register-bits=512 | FileCheck %s
; CHECK-LABEL: define i32 @block(
; CHECK: round0:
; CHECK: round1:
; CHECK: call i32 @block.gang.region0(
; CHECK-NEXT: store i32
; CHECK: call i32 @block.gang.region1(
; CHECK-NEXT: store i32
declare void @heddle.gang.barrier(i32, i32)
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  %shared.field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %shared.field, !invariant.load !0
  %params = load ptr, ptr %context, !invariant.load !0
  %global = load ptr, ptr %params, !invariant.load !0
  %place = shl i32 %gang, 6
  %own = getelementptr i8, ptr %shared, i32 %place
;GLOBAL;  %to = getelementptr i8, ptr %global, i32 %place
;INDEX;  %to = getelementptr i8, ptr %own, i64 0
  store <16 x i32> zeroinitializer, ptr %to, align 4
  call void @heddle.gang.barrier(i32 0, i32 0)
;GLOBAL;  %value = load <16 x i32>, ptr %global, align 4
;INDEX;  %index = load i32, ptr %own, align 4
;INDEX;  %from = getelementptr i8, ptr %shared, i32 %index
;INDEX;  %value = load <16 x i32>, ptr %from, align 4
  store <16 x i32> %value, ptr %own, align 4
  ret void
}
!0 = !{}
