; A line that the kernel reads is in the cache when it is written.
; RUN: simt-opt --passes='function(stream-stores)' %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
; CHECK-LABEL: define i32 @f
; CHECK-NOT: nontemporal
; CHECK: ret i32
define i32 @f(ptr %context) "heddle-block-dim"="256x1x1" {
  %params = load ptr, ptr %context
  %out = load ptr, ptr %params
  %x = load <16 x float>, ptr %out, align 4
  %y = fadd <16 x float> %x, %x
  store <16 x float> %y, ptr %out, align 4
  ret i32 0
}
