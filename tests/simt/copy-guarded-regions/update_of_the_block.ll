; An update that is atomic for the block alone is a loop over lanes under a mask, and straight code
; without one: its guard is worth a branch. One that is atomic for all blocks takes the same time either
; way, so its region is not copied.
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-guarded-regions)' --block=64 --width=16 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)
; CHECK-LABEL: @block
; CHECK: call i1 @heddle.mask.all(i1 %differs)
; CHECK-COUNT-2: atomicrmw add ptr %{{.*}}, i32 1 syncscope("block")
; CHECK-LABEL: @all
; CHECK-NOT: heddle.mask.all
; CHECK-COUNT-1: atomicrmw add ptr %{{.*}}, i32 1 monotonic
; CHECK: ret void
define void @block(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %bins = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %square = mul i32 %tid, %tid
  %differs = icmp ne i32 %square, 16
  br i1 %differs, label %count, label %done
count:
  %bin = getelementptr i32, ptr %bins, i32 %square
  %old = atomicrmw add ptr %bin, i32 1 syncscope("block") monotonic, align 4
  br label %done
done:
  ret void
}
define void @all(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %bins = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %square = mul i32 %tid, %tid
  %differs = icmp ne i32 %square, 16
  br i1 %differs, label %count, label %done
count:
  %bin = getelementptr i32, ptr %bins, i32 %square
  %old = atomicrmw add ptr %bin, i32 1 monotonic, align 4
  br label %done
done:
  ret void
}
!0 = !{}
