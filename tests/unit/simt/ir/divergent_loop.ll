; Lanes leave the loop at different times. As long as none has left, the loop runs in a copy without
; masks ("whole"); after that a mask says who is still there, and the result is taken when a lane leaves.
; RUN: specialise-block-dim,print<shapes> --block=64 --width=8 CHECK
; RUN: specialise-block-dim,copy-guarded-regions --block=64 --width=8 COPIES
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=512 BLOCK
; CHECK: start affine 1
; CHECK: value varying
; CHECK: steps uniform
; CHECK: result varying
; CHECK: loop loop divergent
; COPIES: loop.whole:
; COPIES: call i1 @heddle.mask.all
; BLOCK: phi <16 x i1>
; BLOCK: bitcast <16 x i1> {{.*}} to i16
; BLOCK: store <16 x i32>
declare i32 @heddle.tid.x()

define void @collatz(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %out = load i64, ptr %params, align 8, !invariant.load !0
  %start = call i32 @heddle.tid.x()
  br label %loop
loop:
  %value = phi i32 [ %start, %entry ], [ %next, %loop ]
  %steps = phi i32 [ 0, %entry ], [ %more, %loop ]
  %half = lshr i32 %value, 1
  %odd = and i32 %value, 1
  %isodd = icmp ne i32 %odd, 0
  %triple = mul i32 %value, 3
  %plus = add i32 %triple, 1
  %next = select i1 %isodd, i32 %plus, i32 %half
  %more = add i32 %steps, 1
  %again = icmp ugt i32 %next, 1
  br i1 %again, label %loop, label %done
done:
  %result = phi i32 [ %more, %loop ]
  %wide = zext i32 %start to i64
  %offset = shl i64 %wide, 2
  %address = add i64 %out, %offset
  %pointer = inttoptr i64 %address to ptr
  store i32 %result, ptr %pointer, align 4
  ret void
}
!0 = !{}
