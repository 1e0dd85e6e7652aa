; A branch that all lanes take together stays a branch.
; RUN: simt-opt --passes='print<linearisation>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: entry: all lanes, branch a b
; CHECK-NEXT: a: all lanes, jump join
; CHECK-NEXT: b: all lanes, jump join
; CHECK-NEXT: join: all lanes, return
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %n = load i32, ptr %params, !invariant.load !0
  %c = icmp eq i32 %n, 0
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  br label %join
join:
  ret void
}
!0 = !{}
