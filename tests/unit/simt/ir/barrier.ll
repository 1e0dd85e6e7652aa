; A barrier splits the kernel into parallel regions, each a loop over the gangs. What lives across it
; and is cheap to compute again is not kept; the loaded value is, in the frame.
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=512 CHECK
; CHECK-NOT: addrspace(3)
; CHECK: define internal i32 @block.gang.region0
; CHECK: store <16 x i32> {{.*}}, align 64
; CHECK: ret i32 1
; CHECK: define internal i32 @block.gang.region1
; CHECK: load <16 x i32>, ptr {{.*}}, align 64
; CHECK: ret i32 -1
; CHECK: define i32 @block
; CHECK: call i32 @block.gang.region0
; CHECK: call i32 @block.gang.region1
; CHECK: attributes {{.*}} "heddle-gang-width"="16" "heddle-has-barriers" "heddle-static-shared-bytes"="256"
@tile = internal addrspace(3) global [256 x i8] undef, align 4
declare i32 @heddle.tid.x()
declare void @heddle.barrier(i32, i32) convergent

define void @reverse(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load i64, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %offset = shl i64 %wide, 2
  %address = add i64 %data, %offset
  %pointer = inttoptr i64 %address to ptr
  %value = load i32, ptr %pointer, align 4
  %mine = getelementptr i8, ptr addrspace(3) @tile, i64 %offset
  store i32 %value, ptr addrspace(3) %mine, align 4
  call void @heddle.barrier(i32 0, i32 0) convergent
  %back = sub i64 252, %offset
  %theirs = getelementptr i8, ptr addrspace(3) @tile, i64 %back
  %other = load i32, ptr addrspace(3) %theirs, align 4
  %sum = add i32 %other, %value
  store i32 %sum, ptr %pointer, align 4
  ret void
}
!0 = !{}
