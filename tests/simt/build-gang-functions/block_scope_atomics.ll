; One worker runs all threads of a block, so an update of block scope is a load and a store. Other
; blocks may look at global memory meanwhile, so both are atomic by themselves. An update for all
; blocks stays one instruction for each lane, and so does an exchange that no load takes at once.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=4 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)

; CHECK-LABEL: define internal void @block.gang
; CHECK-COUNT-4: load atomic i32, ptr %{{.*}} monotonic, align 4
; CHECK-NOT: load atomic i32, ptr %{{.*}} monotonic, align 4
; CHECK: cmpxchg ptr %{{.*}}, i128 %{{.*}}, i128 0 syncscope("block") monotonic monotonic
; CHECK: atomicrmw add ptr %{{.*}}, i32 %{{.*}} monotonic, align 4
; CHECK: ret void
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %bins = load ptr, ptr %params
  %t = call i32 @heddle.tid.x()
  %digit = mul i32 %t, %t
  %index = zext i32 %digit to i64
  %bin = getelementptr i32, ptr %bins, i64 %index
  %before = atomicrmw add ptr %bin, i32 %t syncscope("block") monotonic, align 4
  %wide = zext i32 %before to i128
  %pair = cmpxchg ptr %bin, i128 %wide, i128 0 syncscope("block") monotonic monotonic, align 16
  %all = atomicrmw add ptr %bin, i32 %before monotonic, align 4
  ret void
}
