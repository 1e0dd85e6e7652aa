; A sum over more elements than there are threads goes through memory in steps of the grid: its gangs have four
; registers' worth of lanes, where rows are long enough.
; RUN: specialise-block-dim,thread-to-block --block=256 --register-bits=512 WIDE
; WIDE: load <64 x float>
; WIDE: "heddle-gang-width"="64"
; RUN: specialise-block-dim,thread-to-block --block=96 --register-bits=512 NARROW
; NARROW: "heddle-gang-width"="16"
declare i32 @heddle.tid.x()
declare i32 @heddle.nctaid.x()

define void @sum(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load i64, ptr %params, align 8, !invariant.load !0
  %countAt = getelementptr i8, ptr %params, i64 8
  %count = load i32, ptr %countAt, align 4, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %blocks = call i32 @heddle.nctaid.x()
  %step = mul i32 %blocks, 256
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %wide = zext i32 %i to i64
  %offset = shl i64 %wide, 2
  %address = add i64 %data, %offset
  %pointer = inttoptr i64 %address to ptr
  %value = load float, ptr %pointer, align 4
  %more = fadd float %sum, %value
  %next = add i32 %i, %step
  %goes = icmp ult i32 %next, %count
  br i1 %goes, label %loop, label %end
end:
  %own = zext i32 %tid to i64
  %ownOffset = shl i64 %own, 2
  %ownAddress = add i64 %data, %ownOffset
  %ownPointer = inttoptr i64 %ownAddress to ptr
  store float %more, ptr %ownPointer, align 4
  ret void
}
!0 = !{}
