; An address that memory decides about says nothing about the next block, an inner loop comes back
; before the next block does, and what only a few bytes are accessed of is not worth a line.
; RUN: simt-opt --passes='function(prefetch-next-blocks)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
define i32 @block(ptr noalias %context, ptr %in, ptr %indices) "heddle-has-barriers" "heddle-block-dim"="512x1x1" "heddle-gang-width"="16" {
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i32 0
entry:
  %field = getelementptr i8, ptr %context, i64 16
  %ctaid = load i32, ptr %field, !invariant.load !0
  %wide = zext i32 %ctaid to i64
  %index.place = getelementptr i32, ptr %indices, i64 %wide
  %index = load i32, ptr %index.place
  %far = getelementptr i8, ptr %in, i32 %index
  %x = load <16 x float>, ptr %far
  %from = getelementptr [256 x float], ptr %in, i64 %wide
  br label %gangs

gangs:
  %gang = phi i32 [ 0, %entry ], [ %gang.next, %latch ]
  br label %loop

loop:
  %i = phi i32 [ 0, %gangs ], [ %next, %loop ]
  %at = getelementptr i8, ptr %from, i32 %i
  store <16 x float> %x, ptr %at
  %next = add i32 %i, 64
  %more = icmp ult i32 %next, 1024
  br i1 %more, label %loop, label %latch

latch:
  %gang.next = add i32 %gang, 1
  %gangs.left = icmp ult i32 %gang.next, 4
  br i1 %gangs.left, label %gangs, label %done

done:
  ret i32 0
}

!0 = !{}
