; Lanes are not taken apart for a division: by a divisor of all lanes it is one multiplication with its
; reciprocal, by one of each lane a division of doubles.
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=256 BLOCK
; BLOCK-LABEL: define {{.*}}@block.gang
; BLOCK: fdiv double 1
; BLOCK: fmul <32 x double>
; BLOCK: fdiv <32 x double>
; BLOCK-NOT: {{[us]}}div
; BLOCK-NOT: {{[us]}}rem
declare i32 @heddle.tid.x()

define void @divide(ptr noalias readonly %params) "heddle-kernel" {
  %data = load i64, ptr %params, align 8, !invariant.load !0
  %second = getelementptr i8, ptr %params, i64 8
  %divisor = load i32, ptr %second, align 4, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %own = zext nneg i32 %tid to i64
  %offset = shl i64 %own, 2
  %address = add i64 %data, %offset
  %pointer = inttoptr i64 %address to ptr
  %value = load i32, ptr %pointer, align 4
  %quotient = udiv i32 %value, %divisor
  %more = or i32 %value, 1
  %remainder = srem i32 %quotient, %more
  store i32 %remainder, ptr %pointer, align 4
  ret void
}
!0 = !{}
