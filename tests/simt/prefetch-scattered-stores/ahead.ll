; The third store's addresses are computed before the first one stores, and one lane of four is prefetched
; to be written; those of the first two come too soon.
; RUN: simt-opt --passes='function(prefetch-scattered-stores)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
declare <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x i32>)
declare void @llvm.masked.scatter.v8i32.v8p0(<8 x i32>, <8 x ptr>, i32, <8 x i1>)
; CHECK-LABEL: @block
; CHECK-NOT: call void @llvm.prefetch
; CHECK: %x2 = load <8 x i32>, ptr %at2
; CHECK-NEXT: %p2 = getelementptr i32, <8 x ptr> %out.all, <8 x i32> %x2
; CHECK-NEXT: [[FIRST:%.*]] = extractelement <8 x ptr> %p2, i64 0
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[FIRST]], i32 1, i32 3, i32 1)
; CHECK-NEXT: [[FIFTH:%.*]] = extractelement <8 x ptr> %p2, i64 4
; CHECK-NEXT: call void @llvm.prefetch.p0(ptr [[FIFTH]], i32 1, i32 3, i32 1)
; CHECK-NEXT: call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x0
; CHECK: call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x1
; CHECK: call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x2
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i32 0
define i32 @block(ptr noalias %context) {
  %params = load ptr, ptr %context
  %out = load ptr, ptr %params
  %shared.field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %shared.field
  %out.one = insertelement <8 x ptr> poison, ptr %out, i64 0
  %out.all = shufflevector <8 x ptr> %out.one, <8 x ptr> poison, <8 x i32> zeroinitializer
  %at0 = getelementptr i8, ptr %shared, i64 0
  %x0 = load <8 x i32>, ptr %at0
  %p0 = getelementptr i32, <8 x ptr> %out.all, <8 x i32> %x0
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x0, <8 x ptr> %p0, i32 4, <8 x i1> splat (i1 true))
  %at1 = getelementptr i8, ptr %shared, i64 32
  %x1 = load <8 x i32>, ptr %at1
  %p1 = getelementptr i32, <8 x ptr> %out.all, <8 x i32> %x1
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x1, <8 x ptr> %p1, i32 4, <8 x i1> splat (i1 true))
  %at2 = getelementptr i8, ptr %shared, i64 64
  %x2 = load <8 x i32>, ptr %at2
  %p2 = getelementptr i32, <8 x ptr> %out.all, <8 x i32> %x2
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x2, <8 x ptr> %p2, i32 4, <8 x i1> splat (i1 true))
  ret i32 0
}
