; Addresses are sums of a parameter and of what the block has gathered from shared memory, as in a radix
; sort. The gather for the third store comes before the first store.
; RUN: simt-opt --passes='function(prefetch-scattered-stores)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
declare <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x i32>)
declare void @llvm.masked.scatter.v8i32.v8p0(<8 x i32>, <8 x ptr>, i32, <8 x i1>)
; CHECK-LABEL: @block
; CHECK: %start2 = call <8 x i32> @llvm.masked.gather
; CHECK: %p2 = inttoptr <8 x i64> %sum2 to <8 x ptr>
; CHECK-NEXT: extractelement <8 x ptr> %p2, i64 0
; CHECK-NEXT: call void @llvm.prefetch
; CHECK: call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x0
define i32 @block(ptr noalias %context) {
  %params = load ptr, ptr %context
  %out = load i64, ptr %params
  %wrong = and i64 %out, 3
  %to = add i64 %out, %wrong
  %shared.field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %shared.field
  %to.one = insertelement <8 x i64> poison, i64 %to, i64 0
  %to.all = shufflevector <8 x i64> %to.one, <8 x i64> poison, <8 x i32> zeroinitializer
  %at0 = getelementptr i8, ptr %shared, i64 0
  %x0 = load <8 x i32>, ptr %at0
  %one0 = insertelement <8 x ptr> poison, ptr %shared, i64 0
  %all0 = shufflevector <8 x ptr> %one0, <8 x ptr> poison, <8 x i32> zeroinitializer
  %bin0 = getelementptr i32, <8 x ptr> %all0, <8 x i32> %x0
  %start0 = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> %bin0, i32 4, <8 x i1> splat (i1 true), <8 x i32> poison)
  %wide0 = zext <8 x i32> %start0 to <8 x i64>
  %bytes0 = shl <8 x i64> %wide0, splat (i64 2)
  %sum0 = add <8 x i64> %to.all, %bytes0
  %p0 = inttoptr <8 x i64> %sum0 to <8 x ptr>
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x0, <8 x ptr> %p0, i32 4, <8 x i1> splat (i1 true))
  %at1 = getelementptr i8, ptr %shared, i64 32
  %x1 = load <8 x i32>, ptr %at1
  %one1 = insertelement <8 x ptr> poison, ptr %shared, i64 0
  %all1 = shufflevector <8 x ptr> %one1, <8 x ptr> poison, <8 x i32> zeroinitializer
  %bin1 = getelementptr i32, <8 x ptr> %all1, <8 x i32> %x1
  %start1 = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> %bin1, i32 4, <8 x i1> splat (i1 true), <8 x i32> poison)
  %wide1 = zext <8 x i32> %start1 to <8 x i64>
  %bytes1 = shl <8 x i64> %wide1, splat (i64 2)
  %sum1 = add <8 x i64> %to.all, %bytes1
  %p1 = inttoptr <8 x i64> %sum1 to <8 x ptr>
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x1, <8 x ptr> %p1, i32 4, <8 x i1> splat (i1 true))
  %at2 = getelementptr i8, ptr %shared, i64 64
  %x2 = load <8 x i32>, ptr %at2
  %one2 = insertelement <8 x ptr> poison, ptr %shared, i64 0
  %all2 = shufflevector <8 x ptr> %one2, <8 x ptr> poison, <8 x i32> zeroinitializer
  %bin2 = getelementptr i32, <8 x ptr> %all2, <8 x i32> %x2
  %start2 = call <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr> %bin2, i32 4, <8 x i1> splat (i1 true), <8 x i32> poison)
  %wide2 = zext <8 x i32> %start2 to <8 x i64>
  %bytes2 = shl <8 x i64> %wide2, splat (i64 2)
  %sum2 = add <8 x i64> %to.all, %bytes2
  %p2 = inttoptr <8 x i64> %sum2 to <8 x ptr>
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x2, <8 x ptr> %p2, i32 4, <8 x i1> splat (i1 true))
  ret i32 0
}
