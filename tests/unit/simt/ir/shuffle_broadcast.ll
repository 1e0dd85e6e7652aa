; From one lane to all it is an element.
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=256 BROADCAST
; BROADCAST: extractelement <32 x i32>
; BROADCAST-NOT: alloca
declare i32 @heddle.tid.x()
declare { i32, i1 } @heddle.shfl.idx(i32, i32, i32, i32) convergent

define void @broadcast(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load i64, ptr %params, align 8, !invariant.load !0
  %place = getelementptr i8, ptr %params, i64 8
  %from = load i32, ptr %place, align 4, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %offset = shl i64 %wide, 2
  %address = add i64 %data, %offset
  %pointer = inttoptr i64 %address to ptr
  %value = load i32, ptr %pointer, align 4
  %both = call { i32, i1 } @heddle.shfl.idx(i32 %value, i32 %from, i32 31, i32 -1) convergent
  %other = extractvalue { i32, i1 } %both, 0
  store i32 %other, ptr %pointer, align 4
  ret void
}
!0 = !{}
