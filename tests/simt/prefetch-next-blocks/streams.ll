; A block of 2 KiB in and out. Both are fetched 4 KiB ahead, what is stored to write it; shared memory,
; whose address is the same in all blocks, is not.
; RUN: simt-opt --passes='function(prefetch-next-blocks)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
define i32 @block(ptr noalias %context, ptr %in, ptr %out) "heddle-has-barriers" "heddle-block-dim"="512x1x1" "heddle-gang-width"="16" {
; CHECK: gangs:
; CHECK: [[SOON:%.*]] = getelementptr i8, ptr %from, i64 4096
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[SOON]], i32 0, i32 3, i32 1)
; CHECK-NEXT: load <16 x float>, ptr %from
; CHECK-NEXT: store <16 x float> %x, ptr %shared
; CHECK: [[SOON:%.*]] = getelementptr i8, ptr %to, i64 4096
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[SOON]], i32 1, i32 3, i32 1)
; CHECK-NEXT: store <16 x float> %x, ptr %to
entry:
  %shared.field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %shared.field, !invariant.load !0
  %field = getelementptr i8, ptr %context, i64 16
  %ctaid = load i32, ptr %field, !invariant.load !0
  %first = shl i32 %ctaid, 9
  %first.wide = zext i32 %first to i64
  %start = getelementptr float, ptr %in, i64 %first.wide
  br label %gangs

gangs:
  %gang = phi i64 [ 0, %entry ], [ %next, %gangs ]
  %from = phi ptr [ %start, %entry ], [ %from.next, %gangs ]
  %x = load <16 x float>, ptr %from
  store <16 x float> %x, ptr %shared
  %place = shl i64 %gang, 6
  %bytes = shl i64 %first.wide, 2
  %sum = add i64 %place, %bytes
  %to = getelementptr i8, ptr %out, i64 %sum
  store <16 x float> %x, ptr %to
  %from.next = getelementptr i8, ptr %from, i64 64
  %next = add i64 %gang, 1
  %more = icmp ult i64 %next, 32
  br i1 %more, label %gangs, label %done

done:
  ret i32 0
}

!0 = !{}
