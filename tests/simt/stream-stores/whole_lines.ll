; A store of whole lines goes around the caches where the grid writes more than they hold and the
; address is that of a line; otherwise it is stored as ever.
; RUN: simt-opt --passes='function(stream-stores)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; The bytes that a block writes times the blocks of the grid, against the context's number.
; CHECK-LABEL: define i32 @f
; CHECK: mul i64 64, 
; CHECK: [[MUCH:%writesMuch]] = icmp ugt i64
; CHECK: [[LINE:%.*]] = icmp eq i64 {{.*}}, 0
; CHECK: [[BOTH:%.*]] = and i1 [[MUCH]], [[LINE]]
; CHECK: br i1 [[BOTH]]
; CHECK: store <16 x float> %x, ptr %at, align 64, !nontemporal
; CHECK: store <16 x float> %x, ptr %at, align 4{{$}}
define i32 @f(ptr %context) "heddle-block-dim"="256x1x1" {
  %params = load ptr, ptr %context
  %out = load ptr, ptr %params
  %second = getelementptr i8, ptr %params, i64 8
  %in = load ptr, ptr %second
  %x = load <16 x float>, ptr %in, align 4
  %at = getelementptr i8, ptr %out, i64 128
  store <16 x float> %x, ptr %at, align 4
  ret i32 0
}

; What is smaller than a line stays.
; CHECK-LABEL: define i32 @half
; CHECK-NOT: nontemporal
; CHECK: ret i32
define i32 @half(ptr %context) "heddle-block-dim"="256x1x1" {
  %params = load ptr, ptr %context
  %out = load ptr, ptr %params
  store <8 x float> zeroinitializer, ptr %out, align 4
  ret i32 0
}
