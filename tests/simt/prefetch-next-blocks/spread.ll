; Four lines are loaded together, as a thread loads its items of a tile. Their prefetches are spread over the arithmetic
; that follows, each behind the load that tells its address.
; RUN: simt-opt --passes='function(prefetch-next-blocks)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
; CHECK-LABEL: @block
; CHECK: getelementptr i8, ptr %a, i64 4096
; CHECK-NEXT: call void @llvm.prefetch
; CHECK-NEXT: %x = load
; CHECK-NEXT: %b = getelementptr
; CHECK-NEXT: %y = load
; CHECK-NEXT: getelementptr i8, ptr %a, i64 4160
; CHECK-NEXT: call void @llvm.prefetch
; CHECK-NEXT: %sum1 = fadd
; CHECK-NEXT: %sum2 = fadd
; CHECK-NEXT: %sum3 = fadd
; CHECK-NEXT: getelementptr i8, ptr %a, i64 4224
; CHECK-NEXT: call void @llvm.prefetch
; CHECK-NEXT: %sum4 = fadd
; CHECK-NEXT: %sum5 = fadd
; CHECK-NEXT: %sum6 = fadd
; CHECK-NEXT: getelementptr i8, ptr %a, i64 4288
; CHECK-NEXT: call void @llvm.prefetch
; CHECK-NEXT: %sum7 = fadd
; CHECK-NEXT: %sum8 = fadd
; CHECK-NEXT: %sum9 = fadd
; CHECK-NEXT: ret i32 0
define i32 @block(ptr noalias %context, i32 %gang, ptr %in) "heddle-region" {
  %field = getelementptr i8, ptr %context, i64 16
  %ctaid = load i32, ptr %field, !invariant.load !0
  %first = shl i32 %ctaid, 12
  %first.wide = zext i32 %first to i64
  %a = getelementptr i8, ptr %in, i64 %first.wide
  %x = load <32 x float>, ptr %a
  %b = getelementptr i8, ptr %a, i64 128
  %y = load <32 x float>, ptr %b
  %sum1 = fadd <32 x float> %x, %y
  %sum2 = fadd <32 x float> %sum1, %y
  %sum3 = fadd <32 x float> %sum2, %y
  %sum4 = fadd <32 x float> %sum3, %y
  %sum5 = fadd <32 x float> %sum4, %y
  %sum6 = fadd <32 x float> %sum5, %y
  %sum7 = fadd <32 x float> %sum6, %y
  %sum8 = fadd <32 x float> %sum7, %y
  %sum9 = fadd <32 x float> %sum8, %y
  ret i32 0
}
!0 = !{}
