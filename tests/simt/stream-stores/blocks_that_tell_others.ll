; A block that tells another one of what it has written needs its stores in their order: there is an
; atomic operation in @counts, a call in @calls, and a volatile access in @signals.
; RUN: simt-opt --passes='function(stream-stores)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
; CHECK-NOT: nontemporal
declare void @service(ptr)

define i32 @counts(ptr %context) "heddle-block-dim"="256x1x1" {
  %params = load ptr, ptr %context
  %out = load ptr, ptr %params
  store <16 x float> zeroinitializer, ptr %out, align 4
  %at = getelementptr i8, ptr %params, i64 8
  %counter = load ptr, ptr %at
  %old = atomicrmw add ptr %counter, i32 1 monotonic
  ret i32 0
}

define i32 @calls(ptr %context) "heddle-block-dim"="256x1x1" {
  %params = load ptr, ptr %context
  %out = load ptr, ptr %params
  store <16 x float> zeroinitializer, ptr %out, align 4
  call void @service(ptr %context)
  ret i32 0
}

define i32 @signals(ptr %context) "heddle-block-dim"="256x1x1" {
  %params = load ptr, ptr %context
  %out = load ptr, ptr %params
  store <16 x float> zeroinitializer, ptr %out, align 4
  %at = getelementptr i8, ptr %params, i64 8
  %flag = load ptr, ptr %at
  store volatile i32 1, ptr %flag
  ret i32 0
}
