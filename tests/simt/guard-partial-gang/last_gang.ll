; In a block of 100 threads the last gang of 16 lanes lacks threads: lanes without one return at once.
; RUN: simt-opt --passes='function(guard-partial-gang)' --block=100 --width=16 %s | FileCheck %s
define void @k(ptr %params) "heddle-kernel" {
; CHECK: guard:
; CHECK-NEXT: [[INSIDE:%.*]] = call i1 @heddle.inside()
; CHECK-NEXT: br i1 [[INSIDE]], label %entry, label %return
; CHECK: entry:
; CHECK: return:
; CHECK-NEXT: ret void
entry:
  store i32 1, ptr %params
  br label %return
return:
  ret void
}
