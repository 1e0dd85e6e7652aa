; Atomics on shared memory are plain updates, since one worker runs the block. On global memory they are
; atomic; all lanes' updates of one place become one when nobody looks at the result.
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=256 CHECK
; CHECK: call i32 @llvm.vector.reduce.add.v32i32
; CHECK: atomicrmw add ptr
; CHECK-NOT: atomicrmw
@bins = internal addrspace(3) global [1024 x i8] undef, align 4
declare i32 @heddle.tid.x()

define void @count(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load i64, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %total = inttoptr i64 %data to ptr
  %ignored = atomicrmw add ptr %total, i32 %tid monotonic, align 4
  %wide = zext i32 %tid to i64
  %offset = shl i64 %wide, 2
  %address = add i64 %data, %offset
  %pointer = inttoptr i64 %address to ptr
  %value = load i32, ptr %pointer, align 4
  %bin = and i32 %value, 255
  %widebin = zext i32 %bin to i64
  %binoffset = shl i64 %widebin, 2
  %counter = getelementptr i8, ptr addrspace(3) @bins, i64 %binoffset
  %old = atomicrmw add ptr addrspace(3) %counter, i32 1 monotonic, align 4
  store i32 %old, ptr %pointer, align 4
  ret void
}
!0 = !{}
