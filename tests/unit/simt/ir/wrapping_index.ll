; threadIdx.x - 1 as an unsigned index wraps for lane 0 of the first gang. As a value it is exact in
; every lane; as an address it is taken from the last lane, so that lanes 1 and up read one vector.
; RUN: specialise-block-dim,print<shapes> --block=64 --width=16 CHECK
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=256 BLOCK
; CHECK: left affine 1{{$}}
; CHECK: wide affine 1 assumed
; CHECK: pointer affine 4 assumed
; BLOCK: add i32 %{{.*}}, 31
; BLOCK: sub i64 %{{.*}}, 31
declare i32 @heddle.tid.x()

define void @neighbour(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load i64, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %left = add i32 %tid, -1
  %inside = icmp ult i32 %left, 64
  br i1 %inside, label %body, label %done
body:
  %wide = zext i32 %left to i64
  %offset = shl i64 %wide, 2
  %address = add i64 %data, %offset
  %pointer = inttoptr i64 %address to ptr
  %value = load i32, ptr %pointer, align 4
  %own = zext i32 %tid to i64
  %ownoffset = shl i64 %own, 2
  %ownaddress = add i64 %data, %ownoffset
  %ownpointer = inttoptr i64 %ownaddress to ptr
  store i32 %value, ptr %ownpointer, align 4
  br label %done
done:
  ret void
}
!0 = !{}
