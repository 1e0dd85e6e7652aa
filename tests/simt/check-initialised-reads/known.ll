; Parameters, variables, local and shared memory are left as they are.
; RUN: simt-opt --passes='check-initialised-reads' %s | FileCheck %s
@table = external global [40 x i8], align 4
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK-NOT: shadow
; CHECK-NOT: heddle_check_initialised
; CHECK: ret void
  %local = alloca [8 x i32], align 4
  %shared = call ptr @heddle.shared.base()
  %i = load i64, ptr %params, align 8, !invariant.load !0
  %a = getelementptr i32, ptr %local, i64 %i
  %u = load i32, ptr %a, align 4
  %b = getelementptr i32, ptr @table, i64 %i
  store i32 %u, ptr %b, align 4
  %c = getelementptr i32, ptr %shared, i64 %i
  store i32 %u, ptr %c, align 4
  ret void
}
declare ptr @heddle.shared.base()
!0 = !{}
