; Which threads share a warp shows in a kernel whose threads ask for their lane or meet at a barrier,
; so its block is not turned, although its accesses are contiguous along threadIdx.y.
; RUN: simt-opt --passes='function(canonicalise-control-flow,turn-block),print<execution-form>' --block=16x16 --width=16 --register-bits=512 --disable-output --kernel=alone %s | FileCheck %s --check-prefix=ALONE
; RUN: simt-opt --passes='function(canonicalise-control-flow,turn-block),print<execution-form>' --block=16x16 --width=16 --register-bits=512 --disable-output --kernel=lane %s | FileCheck %s
; RUN: simt-opt --passes='function(canonicalise-control-flow,turn-block),print<execution-form>' --block=16x16 --width=16 --register-bits=512 --disable-output --kernel=barrier %s | FileCheck %s
; RUN: simt-opt --passes='function(canonicalise-control-flow,turn-block),print<execution-form>' --block=16x16 --width=16 --register-bits=512 --disable-output --kernel=atomic %s | FileCheck %s
; ALONE: along threadIdx.y
; CHECK-NOT: along threadIdx.y
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.tid.y() memory(none)
declare i32 @heddle.laneid() memory(none)
declare void @heddle.barrier(i32, i32) convergent
define void @alone(ptr noalias readonly %params) {
  %data = load ptr, ptr %params, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %y = call i32 @heddle.tid.y()
  %row = mul i32 %x, 4096
  %index = add i32 %row, %y
  %wide = zext i32 %index to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  store i32 %x, ptr %at
  ret void
}
define void @lane(ptr noalias readonly %params) {
  %data = load ptr, ptr %params, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %y = call i32 @heddle.tid.y()
  %lane = call i32 @heddle.laneid()
  %row = mul i32 %x, 4096
  %index = add i32 %row, %y
  %wide = zext i32 %index to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  store i32 %lane, ptr %at
  ret void
}
define void @barrier(ptr noalias readonly %params) {
  %data = load ptr, ptr %params, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %y = call i32 @heddle.tid.y()
  %row = mul i32 %x, 4096
  %index = add i32 %row, %y
  %wide = zext i32 %index to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  call void @heddle.barrier(i32 0, i32 0)
  store i32 %x, ptr %at
  ret void
}
define void @atomic(ptr noalias readonly %params) {
  %data = load ptr, ptr %params, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %y = call i32 @heddle.tid.y()
  %row = mul i32 %x, 4096
  %index = add i32 %row, %y
  %wide = zext i32 %index to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %old = atomicrmw add ptr %at, i32 %x monotonic
  ret void
}
!0 = !{}
