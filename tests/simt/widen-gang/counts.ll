; A loop that counts bytes in shared memory streams as well: lanes count one after the other however many they are.
; RUN: simt-opt --passes='function(canonicalise-control-flow,widen-gang),print<execution-form>' --block=256 --width=16 --register-bits=512 --disable-output %s | FileCheck %s
; CHECK: gang of 64 lanes
declare i32 @heddle.tid.x() memory(none)
declare ptr @heddle.shared.base() memory(none)
declare i32 @heddle.nctaid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %shared = call ptr @heddle.shared.base()
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %blocks = call i32 @heddle.nctaid.x()
  %step = mul i32 %blocks, 256
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %count, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr i8, ptr %data, i64 %wide
  %value = load i8, ptr %at
  %digit = zext i8 %value to i64
  %bin = getelementptr i32, ptr %shared, i64 %digit
  %old = atomicrmw add ptr %bin, i32 1 monotonic, align 4, !heddle.block_private !0
  %next = add i32 %i, %step
  %count = add i32 %n, 1
  %more = icmp ult i32 %count, 50
  br i1 %more, label %loop, label %done
done:
  ret void
}
!0 = !{}
