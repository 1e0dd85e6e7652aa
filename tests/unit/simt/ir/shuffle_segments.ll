; By a constant it is a permutation whatever the range is: who is out of range keeps its own value.
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=256 SEGMENTS
; SEGMENTS: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 4, i32 5,
; SEGMENTS-NOT: alloca
declare i32 @heddle.tid.x()
declare { i32, i1 } @heddle.shfl.down(i32, i32, i32, i32) convergent

define void @segments(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load i64, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %offset = shl i64 %wide, 2
  %address = add i64 %data, %offset
  %pointer = inttoptr i64 %address to ptr
  %value = load i32, ptr %pointer, align 4
  %last = and i32 %value, 31
  %both = call { i32, i1 } @heddle.shfl.down(i32 %value, i32 4, i32 %last, i32 -1) convergent
  %other = extractvalue { i32, i1 } %both, 0
  store i32 %other, ptr %pointer, align 4
  ret void
}
!0 = !{}
