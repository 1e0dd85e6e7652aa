; Between two barriers of the block with nothing but reads there is no race, so that reads there are not looked at. A
; read that a thread can also come to behind a write is.
; RUN: simt-opt --passes='check-shared-races' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: call void @heddle_check_race(
; CHECK: store float 1.000000e+00, ptr %shared
; CHECK: call void @heddle.barrier(i32 0, i32 0)
; CHECK-NOT: heddle_check_race
; CHECK: %alone = load float, ptr %shared
; CHECK: call void @heddle.barrier(i32 0, i32 0)
; CHECK: call void @heddle_check_race(
; CHECK: %again = load float, ptr %shared
  %shared = call ptr @heddle.shared.base()
  br label %loop
loop:
  store float 1.0, ptr %shared, align 4
  call void @heddle.barrier(i32 0, i32 0)
  %alone = load float, ptr %shared, align 4
  call void @heddle.barrier(i32 0, i32 0)
  %again = load float, ptr %shared, align 4
  %more = fcmp olt float %again, %alone
  br i1 %more, label %loop, label %done
done:
  ret void
}
declare ptr @heddle.shared.base()
declare void @heddle.barrier(i32, i32)
