; Lanes that have returned are zero for those who shuffle; lanes that go another way, and come back,
; still have their value.
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=256 LIVING
; LIVING: [[LEAVE:%[^ ]+]] = icmp eq <32 x i32> {{%[^ ]+}}, zeroinitializer
; LIVING: [[STAY:%[^ ]+]] = xor <32 x i1> [[LEAVE]]
; LIVING: [[VALUES:%[^ ]+]] = select <32 x i1> [[STAY]], <32 x i32> {{%[^ ]+}}, <32 x i32> zeroinitializer
; LIVING: shufflevector <32 x i32> [[VALUES]]
declare i32 @heddle.tid.x()
declare { i32, i1 } @heddle.shfl.up(i32, i32, i32, i32) convergent

define void @living(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load i64, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %offset = shl i64 %wide, 2
  %address = add i64 %data, %offset
  %pointer = inttoptr i64 %address to ptr
  %value = load i32, ptr %pointer, align 4
  %leave = icmp eq i32 %value, 0
  br i1 %leave, label %end, label %stay
stay:
  %first = icmp eq i32 %value, 1
  br i1 %first, label %join, label %other
other:
  %both = call { i32, i1 } @heddle.shfl.up(i32 %value, i32 1, i32 0, i32 -1) convergent
  %above = extractvalue { i32, i1 } %both, 0
  br label %join
join:
  %result = phi i32 [ 7, %stay ], [ %above, %other ]
  store i32 %result, ptr %pointer, align 4
  br label %end
end:
  ret void
}
!0 = !{}
