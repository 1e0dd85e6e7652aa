; Local memory stays in the first block, which is the guard now.
; RUN: simt-opt --passes='function(guard-partial-gang)' --block=10 --width=8 %s | FileCheck %s
define void @k(ptr %params) "heddle-kernel" {
; CHECK: guard:
; CHECK-NEXT: %local = alloca i32
; CHECK: entry:
; CHECK-NEXT: store i32 1, ptr %local
entry:
  %local = alloca i32
  store i32 1, ptr %local
  br label %return
return:
  ret void
}
