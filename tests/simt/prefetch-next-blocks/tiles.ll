; A block is a tile of a matrix with 32 rows of 128 bytes. The tiles 4 KiB ahead are 32 blocks away, which read more
; than the cache holds, so the lines of the eighth block from here are fetched.
; RUN: simt-opt --passes='function(prefetch-next-blocks)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
define i32 @block(ptr noalias %context, ptr %in) "heddle-has-barriers" "heddle-block-dim"="1024x1x1" {
; CHECK: gangs:
; CHECK: [[SOON:%.*]] = getelementptr i8, ptr %from, i64 1024
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[SOON]], i32 0, i32 3, i32 1)
entry:
  %shared.field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %shared.field, !invariant.load !0
  %field = getelementptr i8, ptr %context, i64 16
  %ctaid = load i32, ptr %field, !invariant.load !0
  %first = shl i32 %ctaid, 5
  %first.wide = zext i32 %first to i64
  %start = getelementptr float, ptr %in, i64 %first.wide
  br label %gangs
gangs:
  %gang = phi i64 [ 0, %entry ], [ %next, %gangs ]
  %from = phi ptr [ %start, %entry ], [ %from.next, %gangs ]
  %x = load <16 x float>, ptr %from
  store <16 x float> %x, ptr %shared
  %from.next = getelementptr i8, ptr %from, i64 8192
  %next = add i64 %gang, 1
  %more = icmp ult i64 %next, 64
  br i1 %more, label %gangs, label %done
done:
  ret i32 0
}
!0 = !{}
