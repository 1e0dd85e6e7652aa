; total += p[i], p counted up: whether p is aligned is asked once, before the loop, and the loop goes on
; from the pointer that was moved if it is not. What is aligned for certain is not asked about.
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=512 BLOCK
; BLOCK: %misaligned = icmp ne i32 {{.*}}, 0
; BLOCK: [[DISTANCE:%.*]] = select i1 %misaligned, i64 {{-[0-9]+}}, i64 0
; BLOCK: add i64 %p0, [[DISTANCE]]
; BLOCK-NOT: misaligned
; BLOCK: define i32 @block
declare i32 @heddle.tid.x()

define void @sum(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %n = load i32, ptr %params, align 4, !invariant.load !0
  %pp = getelementptr i8, ptr %params, i64 8
  %p0 = load i64, ptr %pp, align 8, !invariant.load !0
  %mine = alloca [16 x i8], align 16
  br label %loop
loop:
  %p = phi i64 [ %p0, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %total = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %at = inttoptr i64 %p to ptr
  %x = load float, ptr %at, align 4
  %sum = fadd float %total, %x
  %next = add i64 %p, 12
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %loop, label %done
done:
  store float %sum, ptr %mine, align 4
  %last = load float, ptr %mine, align 4
  %end = inttoptr i64 %p0 to ptr
  store float %last, ptr %end, align 4
  ret void
}

!0 = !{}
