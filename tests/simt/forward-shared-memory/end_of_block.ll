; Nobody sees the shared memory of a block that has run, so what is stored there last is not stored. What the block
; writes elsewhere is, also through an address that is marked where it is misaligned. A block that yields keeps its shared
; memory, and so does one that goes on behind a function that it has called through a pointer.
; RUN: simt-opt --passes=forward-shared-memory %s | FileCheck %s
; CHECK-LABEL: define i32 @ends(
; CHECK-NOT: store {{.*}} ptr %shared
; CHECK: store <4 x float> %a, ptr %to
; CHECK-NOT: store
; CHECK: ret i32 0
define i32 @ends(ptr noalias %context, <4 x float> %a) "heddle-block-function" {
  %field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %field, !invariant.load !0
  store <4 x float> %a, ptr %shared, align 4
  %params = load ptr, ptr %context, !invariant.load !0
  %number = load i64, ptr %params, !invariant.load !0
  %low = and i64 %number, 3
  %aligned = icmp eq i64 %low, 0
  %mark = select i1 %aligned, i64 0, i64 -140737488355328
  %marked = add i64 %number, %mark
  %to = inttoptr i64 %marked to ptr
  %again = load <4 x float>, ptr %shared, align 4
  store <4 x float> %again, ptr %to, align 4
  store <4 x float> %again, ptr %shared, align 4
  ret i32 0
}
; CHECK-LABEL: define i32 @yields(
; CHECK: store <4 x float> %a, ptr %shared
define i32 @yields(ptr noalias %context, <4 x float> %a) "heddle-block-function" {
  %field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %field, !invariant.load !0
  store <4 x float> %a, ptr %shared, align 4
  ret i32 1
}
; CHECK-LABEL: define i32 @called(
; CHECK: store <4 x float> %a, ptr %shared
define i32 @called(ptr noalias %context, <4 x float> %a) {
  %field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %field, !invariant.load !0
  store <4 x float> %a, ptr %shared, align 4
  ret i32 0
}
; CHECK-LABEL: define i32 @loadsLater(
; CHECK: store <4 x float> %a, ptr %shared
define i32 @loadsLater(ptr noalias %context, <4 x float> %a, i64 %index) "heddle-block-function" {
  %field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %field, !invariant.load !0
  store <4 x float> %a, ptr %shared, align 4
  %params = load ptr, ptr %context, !invariant.load !0
  %to = load ptr, ptr %params, !invariant.load !0
  %somewhere = getelementptr float, ptr %shared, i64 %index
  %one = load float, ptr %somewhere, align 4
  store float %one, ptr %to, align 4
  ret i32 0
}
!0 = !{}
