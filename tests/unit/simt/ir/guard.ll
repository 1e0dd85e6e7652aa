; y[i] += a * x[i] under `if (i < n)`: the usual kernel. The body of a whole gang runs without masks.
; RUN: specialise-block-dim,print<shapes> --block=64 --width=8 CHECK
; RUN: specialise-block-dim,thread-to-block --block=64 --register-bits=256 BLOCK
; CHECK: tid affine 1
; CHECK: i affine 1
; CHECK: inside varying
; CHECK: wide affine 1
; CHECK: px affine 4
; CHECK: x varying
; BLOCK: load <32 x float>
; BLOCK: store <32 x float>
; BLOCK: define i32 @block
declare i32 @heddle.tid.x()
declare i32 @heddle.ntid.x()
declare i32 @heddle.ctaid.x()

define void @saxpy(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %n = load i32, ptr %params, align 4, !invariant.load !0
  %pa = getelementptr i8, ptr %params, i64 4
  %a = load float, ptr %pa, align 4, !invariant.load !0
  %ppx = getelementptr i8, ptr %params, i64 8
  %xs = load i64, ptr %ppx, align 8, !invariant.load !0
  %ppy = getelementptr i8, ptr %params, i64 16
  %ys = load i64, ptr %ppy, align 8, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %ntid = call i32 @heddle.ntid.x()
  %ctaid = call i32 @heddle.ctaid.x()
  %base = mul i32 %ctaid, %ntid
  %i = add i32 %base, %tid
  %inside = icmp slt i32 %i, %n
  br i1 %inside, label %body, label %done
body:
  %wide = sext i32 %i to i64
  %offset = shl i64 %wide, 2
  %ax = add i64 %xs, %offset
  %px = inttoptr i64 %ax to ptr
  %ay = add i64 %ys, %offset
  %py = inttoptr i64 %ay to ptr
  %x = load float, ptr %px, align 4
  %y = load float, ptr %py, align 4
  %m = fmul float %a, %x
  %s = fadd float %m, %y
  store float %s, ptr %py, align 4
  br label %done
done:
  ret void
}
!0 = !{}
