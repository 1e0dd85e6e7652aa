; The last region of a kernel with barriers. Its thread stores twice, so a block of 256 threads
; writes 2 KiB. What is prefetched for later blocks is for stores through the caches alone.
; RUN: simt-opt --passes='function(stream-stores)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

; CHECK-LABEL: define i32 @last
; CHECK: mul i64 {{.*}}2048
; CHECK-NOT: prefetch
; CHECK: store <16 x float> zeroinitializer, ptr %out, align 64, !nontemporal
; CHECK: call void @llvm.prefetch.p0(ptr %ahead, i32 1, i32 3, i32 1)
; CHECK-NEXT: store <16 x float> zeroinitializer, ptr %out, align 4{{$}}
; CHECK: store <16 x float> zeroinitializer, ptr %second, align 64, !nontemporal
define i32 @last(ptr %context, i32 %gang) "heddle-block-dim"="256x1x1" "heddle-region"="last" {
  %params = load ptr, ptr %context
  %out = load ptr, ptr %params
  %ahead = getelementptr i8, ptr %out, i64 4096
  call void @llvm.prefetch.p0(ptr %ahead, i32 1, i32 3, i32 1)
  store <16 x float> zeroinitializer, ptr %out, align 4
  %second = getelementptr i8, ptr %out, i64 64
  store <16 x float> zeroinitializer, ptr %second, align 4
  ret i32 0
}

; Behind a barrier another gang may tell other blocks of what this one has written.
; CHECK-LABEL: define i32 @first
; CHECK-NOT: nontemporal
define i32 @first(ptr %context, i32 %gang) "heddle-block-dim"="256x1x1" "heddle-region" {
  %params = load ptr, ptr %context
  %out = load ptr, ptr %params
  store <16 x float> zeroinitializer, ptr %out, align 4
  ret i32 1
}
