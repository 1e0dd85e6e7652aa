; A branch that all lanes take together stays a branch, and nothing under it is masked.
; RUN: specialise-block-dim,print<shapes> --block=64 --width=8 CHECK
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=256 BLOCK
; CHECK: entry:{{$}}
; CHECK: positive uniform
; CHECK: value uniform
; BLOCK-NOT: <32 x i1>
; BLOCK: store <32 x i32>
declare i32 @heddle.tid.x()

define void @choose(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %out = load i64, ptr %params, align 8, !invariant.load !0
  %pn = getelementptr i8, ptr %params, i64 8
  %n = load i32, ptr %pn, align 4, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %positive = icmp sgt i32 %n, 0
  br i1 %positive, label %yes, label %no
yes:
  %a = mul i32 %n, 3
  br label %join
no:
  %b = sub i32 7, %n
  br label %join
join:
  %value = phi i32 [ %a, %yes ], [ %b, %no ]
  %sum = add i32 %value, %tid
  %wide = zext i32 %tid to i64
  %offset = shl i64 %wide, 2
  %address = add i64 %out, %offset
  %pointer = inttoptr i64 %address to ptr
  store i32 %sum, ptr %pointer, align 4
  ret void
}
!0 = !{}
