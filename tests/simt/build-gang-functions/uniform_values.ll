; What is the same in all lanes is computed once.
; RUN: simt-opt --passes=build-gang-functions --block=64 --width=16 %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK-NOT: <16 x i32>
; CHECK: add i32
; CHECK-NOT: <16 x i32>
; CHECK: ret void
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %n = load i32, ptr %params, !invariant.load !0
  %pp = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %pp, !invariant.load !0
  %m = add i32 %n, 5
  store i32 %m, ptr %data
  ret void
}
!0 = !{}
