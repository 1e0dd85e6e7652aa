; Blocks of whole gangs need no guard; the same kernel in a block that is none gets one.
; RUN: simt-opt --passes='function(guard-partial-gang)' --block=96 --width=16 %s | FileCheck %s --check-prefix=WHOLE
; RUN: simt-opt --passes='function(guard-partial-gang)' --block=95 --width=16 %s | FileCheck %s --check-prefix=PARTIAL
; WHOLE-NOT: heddle.inside
; PARTIAL: call i1 @heddle.inside()
define void @k(ptr %params) "heddle-kernel" {
entry:
  store i32 1, ptr %params
  br label %return
return:
  ret void
}
