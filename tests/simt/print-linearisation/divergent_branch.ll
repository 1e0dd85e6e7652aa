; Both sides of a divergent branch run one after the other, and each has a mask of its own.
; RUN: simt-opt --passes='print<linearisation>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: entry: all lanes, jump a
; CHECK-NEXT: a: mask of a, jump b
; CHECK-NEXT: b: mask of b, jump join
; CHECK-NEXT: join: all lanes, return
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %tid = call i32 @heddle.tid.x()
  %c = icmp ult i32 %tid, 5
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  br label %join
join:
  ret void
}
