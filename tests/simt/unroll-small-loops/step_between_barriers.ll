; A short step between barriers runs for four gangs at once: where each gang's part of a row begins is then that of
; the first one and a constant. Without barriers the loop stays as far together as LLVM itself unrolls it.
; RUN: simt-opt --passes='function(unroll-small-loops)' %s | FileCheck %s
; CHECK-LABEL: define void @step(
; CHECK: gangs:
; CHECK-COUNT-4: store <16 x float>
; CHECK-NOT: store <16 x float>
; CHECK: add nuw nsw i64 %gang, 4
define void @step(ptr %shared) "heddle-has-barriers" {
entry:
  br label %gangs
gangs:
  %gang = phi i64 [ 0, %entry ], [ %next, %gangs ]
  %thread = shl nuw nsw i64 %gang, 4
  %part = urem i64 %thread, 64
  %twice = shl nuw nsw i64 %thread, 1
  %low = sub nuw nsw i64 %twice, %part
  %at = getelementptr inbounds float, ptr %shared, i64 %low
  %other = getelementptr i8, ptr %at, i64 256
  %a = load <16 x float>, ptr %at, align 4
  %b = load <16 x float>, ptr %other, align 4
  %x0 = fadd <16 x float> %a, %b
  %x1 = fmul <16 x float> %x0, %b
  %x2 = fadd <16 x float> %x1, %b
  %x3 = fmul <16 x float> %x2, %b
  %x4 = fadd <16 x float> %x3, %b
  %x5 = fmul <16 x float> %x4, %b
  %x6 = fadd <16 x float> %x5, %b
  %x7 = fmul <16 x float> %x6, %b
  %x8 = fadd <16 x float> %x7, %b
  %x9 = fmul <16 x float> %x8, %b
  %x10 = fadd <16 x float> %x9, %b
  %x11 = fmul <16 x float> %x10, %b
  %x12 = fadd <16 x float> %x11, %b
  %x13 = fmul <16 x float> %x12, %b
  %x14 = fadd <16 x float> %x13, %b
  %x15 = fmul <16 x float> %x14, %b
  %x16 = fadd <16 x float> %x15, %b
  %x17 = fmul <16 x float> %x16, %b
  %x18 = fadd <16 x float> %x17, %b
  %x19 = fmul <16 x float> %x18, %b
  %x20 = fadd <16 x float> %x19, %b
  %x21 = fmul <16 x float> %x20, %b
  %x22 = fadd <16 x float> %x21, %b
  %x23 = fmul <16 x float> %x22, %b
  %x24 = fadd <16 x float> %x23, %b
  %x25 = fmul <16 x float> %x24, %b
  %x26 = fadd <16 x float> %x25, %b
  %x27 = fmul <16 x float> %x26, %b
  store <16 x float> %x27, ptr %at, align 4
  %next = add nuw nsw i64 %gang, 1
  %more = icmp ult i64 %next, 32
  br i1 %more, label %gangs, label %done
done:
  ret void
}

; CHECK: ret void
; CHECK-LABEL: define void @no_barriers(
; CHECK-COUNT-2: store <16 x float>
; CHECK-NOT: store <16 x float>
define void @no_barriers(ptr %shared) {
entry:
  br label %gangs
gangs:
  %gang = phi i64 [ 0, %entry ], [ %next, %gangs ]
  %thread = shl nuw nsw i64 %gang, 4
  %part = urem i64 %thread, 64
  %twice = shl nuw nsw i64 %thread, 1
  %low = sub nuw nsw i64 %twice, %part
  %at = getelementptr inbounds float, ptr %shared, i64 %low
  %other = getelementptr i8, ptr %at, i64 256
  %a = load <16 x float>, ptr %at, align 4
  %b = load <16 x float>, ptr %other, align 4
  %x0 = fadd <16 x float> %a, %b
  %x1 = fmul <16 x float> %x0, %b
  %x2 = fadd <16 x float> %x1, %b
  %x3 = fmul <16 x float> %x2, %b
  %x4 = fadd <16 x float> %x3, %b
  %x5 = fmul <16 x float> %x4, %b
  %x6 = fadd <16 x float> %x5, %b
  %x7 = fmul <16 x float> %x6, %b
  %x8 = fadd <16 x float> %x7, %b
  %x9 = fmul <16 x float> %x8, %b
  %x10 = fadd <16 x float> %x9, %b
  %x11 = fmul <16 x float> %x10, %b
  %x12 = fadd <16 x float> %x11, %b
  %x13 = fmul <16 x float> %x12, %b
  %x14 = fadd <16 x float> %x13, %b
  %x15 = fmul <16 x float> %x14, %b
  %x16 = fadd <16 x float> %x15, %b
  %x17 = fmul <16 x float> %x16, %b
  %x18 = fadd <16 x float> %x17, %b
  %x19 = fmul <16 x float> %x18, %b
  %x20 = fadd <16 x float> %x19, %b
  %x21 = fmul <16 x float> %x20, %b
  %x22 = fadd <16 x float> %x21, %b
  %x23 = fmul <16 x float> %x22, %b
  %x24 = fadd <16 x float> %x23, %b
  %x25 = fmul <16 x float> %x24, %b
  %x26 = fadd <16 x float> %x25, %b
  %x27 = fmul <16 x float> %x26, %b
  store <16 x float> %x27, ptr %at, align 4
  %next = add nuw nsw i64 %gang, 1
  %more = icmp ult i64 %next, 32
  br i1 %more, label %gangs, label %done
done:
  ret void
}
