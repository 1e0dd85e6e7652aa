; Warp operations make the gang a warp. A shuffle by a constant is a permutation of a vector, a vote the
; bits of a comparison.
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=256 CHECK
; CHECK: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 16, i32 17,
; CHECK: bitcast <32 x i1> %{{.*}} to i32
; CHECK: "heddle-gang-width"="32"
declare i32 @heddle.tid.x()
declare { i32, i1 } @heddle.shfl.down(i32, i32, i32, i32) convergent
declare i32 @heddle.vote.ballot(i1, i32) convergent

define void @warp(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load i64, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %offset = shl i64 %wide, 2
  %address = add i64 %data, %offset
  %pointer = inttoptr i64 %address to ptr
  %value = load i32, ptr %pointer, align 4
  %both = call { i32, i1 } @heddle.shfl.down(i32 %value, i32 16, i32 31, i32 -1) convergent
  %other = extractvalue { i32, i1 } %both, 0
  %sum = add i32 %value, %other
  %negative = icmp slt i32 %sum, 0
  %votes = call i32 @heddle.vote.ballot(i1 %negative, i32 -1) convergent
  %result = xor i32 %sum, %votes
  store i32 %result, ptr %pointer, align 4
  ret void
}
!0 = !{}
