; A branch on a varying condition parts the lanes, and where they meet again a phi of uniform values varies.
; RUN: simt-opt --passes='print<shapes>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: entry: divergent
; CHECK: join: join
; CHECK-NEXT: r varying
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %tid = call i32 @heddle.tid.x()
  %small = icmp ult i32 %tid, 5
  br i1 %small, label %a, label %b
a:
  br label %join
b:
  br label %join
join:
  %r = phi i32 [ 1, %a ], [ 2, %b ]
  store volatile i32 %r, ptr %params
  ret void
}
