; The address of an update in a loop is computed before the loop, and so is the index in it, which
; nothing in the loop uses. So the loop takes the lanes' addresses, and no indices that are not there.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=16 --width=4 %s | FileCheck %s
; CHECK-LABEL: define internal void @block.gang
; CHECK-NOT: undef
; CHECK: loop:
; CHECK-NOT: undef
; CHECK-COUNT-4: extractelement <4 x ptr> [[AT:%[^ ]+]], i64
; CHECK-NOT: extractelement <4 x i32>
declare i32 @heddle.tid.x() memory(none)
declare ptr @heddle.shared.base() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %shared = call ptr @heddle.shared.base()
  %t = call i32 @heddle.tid.x()
  %digit = mul i32 %t, %t
  %index = zext i32 %digit to i64
  %bin = getelementptr i32, ptr %shared, i64 %index
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = atomicrmw add ptr %bin, i32 %i monotonic, align 4, !heddle.block_private !0
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 10
  br i1 %more, label %loop, label %done
done:
  ret void
}
!0 = !{}
