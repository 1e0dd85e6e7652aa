; The pass is for functions that gangs call; a kernel is guarded by guard-partial-gang.
; RUN: simt-opt --passes='function(guard-called-lanes)' --block=64 --width=16 %s | FileCheck %s
define void @k(ptr %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK-NEXT: entry:
entry:
  br label %return
return:
  ret void
}
define void @f(ptr %p) "heddle-called-by-gangs" {
; CHECK-LABEL: @f
; CHECK: call i1 @heddle.called()
entry:
  br label %return
return:
  ret void
}
