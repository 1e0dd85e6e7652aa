; A sum of block scope has the bits of global memory's adder, which takes subnormal numbers for
; zeros, because its address may be one of global memory.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=4 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)

; CHECK-LABEL: define internal void @block.gang
; CHECK: load atomic float, ptr [[PLACE:%.*]] monotonic, align 4
; CHECK: and i32 %{{.*}}, 2139095040
; CHECK: fadd float
; CHECK: and i32 %{{.*}}, 2139095040
; CHECK: store atomic float %{{.*}}, ptr [[PLACE]] monotonic, align 4
; CHECK-NOT: atomicrmw
; CHECK: ret void
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %sums = load ptr, ptr %params
  %t = call i32 @heddle.tid.x()
  %digit = mul i32 %t, %t
  %index = zext i32 %digit to i64
  %sum = getelementptr float, ptr %sums, i64 %index
  %before = atomicrmw fadd ptr %sum, float 1.0 syncscope("block") monotonic, align 4
  ret void
}
