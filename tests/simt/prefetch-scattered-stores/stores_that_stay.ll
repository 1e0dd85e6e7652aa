; Nothing is read earlier than a store that may change it, or that may not happen.
; RUN: simt-opt --passes='function(prefetch-scattered-stores)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
declare <8 x i32> @llvm.masked.gather.v8i32.v8p0(<8 x ptr>, i32, <8 x i1>, <8 x i32>)
declare void @llvm.masked.scatter.v8i32.v8p0(<8 x i32>, <8 x ptr>, i32, <8 x i1>)

; What is read may be what was stored.
; CHECK-LABEL: @global_memory
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i32 0
define i32 @global_memory(ptr noalias %context) {
  %params = load ptr, ptr %context
  %out = load ptr, ptr %params
  %shared.field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %shared.field
  %out.one = insertelement <8 x ptr> poison, ptr %out, i64 0
  %out.all = shufflevector <8 x ptr> %out.one, <8 x ptr> poison, <8 x i32> zeroinitializer
  %in.field = getelementptr i8, ptr %params, i64 8
  %in = load ptr, ptr %in.field
  %at0 = getelementptr i8, ptr %in, i64 0
  %x0 = load <8 x i32>, ptr %at0
  %p0 = getelementptr i32, <8 x ptr> %out.all, <8 x i32> %x0
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x0, <8 x ptr> %p0, i32 4, <8 x i1> splat (i1 true))
  %at1 = getelementptr i8, ptr %in, i64 32
  %x1 = load <8 x i32>, ptr %at1
  %p1 = getelementptr i32, <8 x ptr> %out.all, <8 x i32> %x1
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x1, <8 x ptr> %p1, i32 4, <8 x i1> splat (i1 true))
  %at2 = getelementptr i8, ptr %in, i64 64
  %x2 = load <8 x i32>, ptr %at2
  %p2 = getelementptr i32, <8 x ptr> %out.all, <8 x i32> %x2
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x2, <8 x ptr> %p2, i32 4, <8 x i1> splat (i1 true))
  ret i32 0
}

; So may shared memory be, if the address that is stored to comes from memory of other kernels.
; CHECK-LABEL: @stored_pointer
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i32 0
define i32 @stored_pointer(ptr noalias %context) {
  %params = load ptr, ptr %context
  %out = load ptr, ptr %params
  %shared.field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %shared.field
  %out.one = insertelement <8 x ptr> poison, ptr %out, i64 0
  %out.all = shufflevector <8 x ptr> %out.one, <8 x ptr> poison, <8 x i32> zeroinitializer
  %stored = load ptr, ptr %out
  %stored.one = insertelement <8 x ptr> poison, ptr %stored, i64 0
  %stored.all = shufflevector <8 x ptr> %stored.one, <8 x ptr> poison, <8 x i32> zeroinitializer
  %at0 = getelementptr i8, ptr %shared, i64 0
  %x0 = load <8 x i32>, ptr %at0
  %p0 = getelementptr i32, <8 x ptr> %stored.all, <8 x i32> %x0
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x0, <8 x ptr> %p0, i32 4, <8 x i1> splat (i1 true))
  %at1 = getelementptr i8, ptr %shared, i64 32
  %x1 = load <8 x i32>, ptr %at1
  %p1 = getelementptr i32, <8 x ptr> %stored.all, <8 x i32> %x1
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x1, <8 x ptr> %p1, i32 4, <8 x i1> splat (i1 true))
  %at2 = getelementptr i8, ptr %shared, i64 64
  %x2 = load <8 x i32>, ptr %at2
  %p2 = getelementptr i32, <8 x ptr> %stored.all, <8 x i32> %x2
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x2, <8 x ptr> %p2, i32 4, <8 x i1> splat (i1 true))
  ret i32 0
}

; A store of the block to shared memory stands between them.
; CHECK-LABEL: @shared_store
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i32 0
define i32 @shared_store(ptr noalias %context) {
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
  store i32 0, ptr %shared
  %at2 = getelementptr i8, ptr %shared, i64 64
  %x2 = load <8 x i32>, ptr %at2
  %p2 = getelementptr i32, <8 x ptr> %out.all, <8 x i32> %x2
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x2, <8 x ptr> %p2, i32 4, <8 x i1> splat (i1 true))
  ret i32 0
}

; Where lanes are left out, their addresses may be anything.
; CHECK-LABEL: @masked
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i32 0
define i32 @masked(ptr noalias %context) {
  %params = load ptr, ptr %context
  %out = load ptr, ptr %params
  %shared.field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %shared.field
  %out.one = insertelement <8 x ptr> poison, ptr %out, i64 0
  %out.all = shufflevector <8 x ptr> %out.one, <8 x ptr> poison, <8 x i32> zeroinitializer
  %flags = load <8 x i1>, ptr %shared
  %at0 = getelementptr i8, ptr %shared, i64 0
  %x0 = load <8 x i32>, ptr %at0
  %p0 = getelementptr i32, <8 x ptr> %out.all, <8 x i32> %x0
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x0, <8 x ptr> %p0, i32 4, <8 x i1> %flags)
  %at1 = getelementptr i8, ptr %shared, i64 32
  %x1 = load <8 x i32>, ptr %at1
  %p1 = getelementptr i32, <8 x ptr> %out.all, <8 x i32> %x1
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x1, <8 x ptr> %p1, i32 4, <8 x i1> %flags)
  %at2 = getelementptr i8, ptr %shared, i64 64
  %x2 = load <8 x i32>, ptr %at2
  %p2 = getelementptr i32, <8 x ptr> %out.all, <8 x i32> %x2
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x2, <8 x ptr> %p2, i32 4, <8 x i1> %flags)
  ret i32 0
}


; A parameter that is added to the address of shared memory makes no address of global memory.
; CHECK-LABEL: @shared_address
; CHECK-NOT: call void @llvm.prefetch
; CHECK: ret i32 0
define i32 @shared_address(ptr noalias %context) {
  %params = load ptr, ptr %context
  %distance = load i64, ptr %params
  %shared.field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %shared.field
  %base = ptrtoint ptr %shared to i64
  %to = add i64 %base, %distance
  %to.one = insertelement <8 x i64> poison, i64 %to, i64 0
  %to.all = shufflevector <8 x i64> %to.one, <8 x i64> poison, <8 x i32> zeroinitializer
  %at0 = getelementptr i8, ptr %shared, i64 0
  %x0 = load <8 x i32>, ptr %at0
  %wide0 = zext <8 x i32> %x0 to <8 x i64>
  %sum0 = add <8 x i64> %to.all, %wide0
  %p0 = inttoptr <8 x i64> %sum0 to <8 x ptr>
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x0, <8 x ptr> %p0, i32 4, <8 x i1> splat (i1 true))
  %at1 = getelementptr i8, ptr %shared, i64 32
  %x1 = load <8 x i32>, ptr %at1
  %wide1 = zext <8 x i32> %x1 to <8 x i64>
  %sum1 = add <8 x i64> %to.all, %wide1
  %p1 = inttoptr <8 x i64> %sum1 to <8 x ptr>
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x1, <8 x ptr> %p1, i32 4, <8 x i1> splat (i1 true))
  %at2 = getelementptr i8, ptr %shared, i64 64
  %x2 = load <8 x i32>, ptr %at2
  %wide2 = zext <8 x i32> %x2 to <8 x i64>
  %sum2 = add <8 x i64> %to.all, %wide2
  %p2 = inttoptr <8 x i64> %sum2 to <8 x ptr>
  call void @llvm.masked.scatter.v8i32.v8p0(<8 x i32> %x2, <8 x ptr> %p2, i32 4, <8 x i1> splat (i1 true))
  ret i32 0
}
