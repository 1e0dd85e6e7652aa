; Counters that wrap are loops around an exchange: not every host's code generation knows them.
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=512 CHECK
; CHECK-NOT: atomicrmw
; CHECK: cmpxchg ptr
; CHECK: cmpxchg ptr
; CHECK-NOT: atomicrmw
declare i32 @heddle.tid.x()

define void @count(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load i64, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %counter = inttoptr i64 %data to ptr
  %up = atomicrmw uinc_wrap ptr %counter, i32 %tid monotonic, align 4
  %down = atomicrmw udec_wrap ptr %counter, i32 7 monotonic, align 4
  %wide = zext i32 %tid to i64
  %offset = shl i64 %wide, 2
  %address = add i64 %data, %offset
  %pointer = inttoptr i64 %address to ptr
  %both = add i32 %up, %down
  store i32 %both, ptr %pointer, align 4
  ret void
}
!0 = !{}
