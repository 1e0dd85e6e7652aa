; The bits of a mask are put together strip by strip, and the vectors of a loop live in the frame.
; RUN: simt-opt --passes='function(strip-mine-vectors)' --strip-mined --register-bits=128 %s | FileCheck %s
; CHECK-LABEL: @untilNone
; CHECK-NOT: phi <32 x i32>
; CHECK: %[[BITS:.*]] = phi i32 [ 0, %loop ], [ %[[MORE:.*]], %strip{{.*}} ]
; CHECK: %[[ACTIVE:.*]] = icmp ugt <4 x i32>
; CHECK: %[[MORE]] = or i32 %[[BITS]],
; CHECK: icmp eq i32 %[[MORE]], 0
define void @untilNone(ptr %from) {
entry:
  %first = load <32 x i32>, ptr %from, align 4
  br label %loop
loop:
  %left = phi <32 x i32> [ %first, %entry ], [ %next, %loop ]
  %next = lshr <32 x i32> %left, splat (i32 1)
  %active = icmp ugt <32 x i32> %next, splat (i32 3)
  %bits = bitcast <32 x i1> %active to i32
  %none = icmp eq i32 %bits, 0
  br i1 %none, label %done, label %loop
done:
  ret void
}
