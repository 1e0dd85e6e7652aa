; Shared memory stays in the cache, also where nobody sees that the kernel reads it: its addresses may
; come out of a vector.
; RUN: simt-opt --passes='function(stream-stores)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
; CHECK-LABEL: define i32 @f
; CHECK: store <16 x float> %x, ptr %shared, align 4
; CHECK: store <16 x float> %y, ptr %out, align 64, !nontemporal
; CHECK: ret i32
define i32 @f(ptr %context) "heddle-block-dim"="256x1x1" {
  %params = load ptr, ptr %context
  %shared.at = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %shared.at
  %in = load ptr, ptr %params
  %out.at = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %out.at
  %x = load <16 x float>, ptr %in, align 4
  store <16 x float> %x, ptr %shared, align 4
  %rows = getelementptr i8, ptr %shared, <4 x i64> <i64 0, i64 132, i64 264, i64 396>
  %row = extractelement <4 x ptr> %rows, i64 1
  %y = load <16 x float>, ptr %row, align 4
  store <16 x float> %y, ptr %out, align 4
  ret i32 0
}
