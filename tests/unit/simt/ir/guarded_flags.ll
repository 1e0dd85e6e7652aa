; The optimiser has proved from the guard that the index does not wrap. That holds for lanes that
; passed the guard, not for lane 0, whose value is the base of the address; behind a guard that all
; lanes pass it may stay.
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=512 BLOCK
; BLOCK: %offset.all = shl nuw nsw i32
; BLOCK: %offset = shl i32
declare i32 @heddle.tid.x()

define void @neighbour(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load i64, ptr %params, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %left = add i32 %tid, -2
  %inside = icmp ult i32 %left, 64
  br i1 %inside, label %body, label %done
body:
  %offset = shl nuw nsw i32 %left, 2
  %wide = zext nneg i32 %offset to i64
  %address = add i64 %data, %wide
  %pointer = inttoptr i64 %address to ptr
  %value = load i32, ptr %pointer, align 4
  %own = zext nneg i32 %tid to i64
  %ownoffset = shl i64 %own, 2
  %ownaddress = add i64 %data, %ownoffset
  %ownpointer = inttoptr i64 %ownaddress to ptr
  store i32 %value, ptr %ownpointer, align 4
  br label %done
done:
  ret void
}
!0 = !{}
