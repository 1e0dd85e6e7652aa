; Lanes that wait for each other are understood only when all that they do is seen: where the kernel waits in
; a loop, functions are inlined after all.
; RUN: simt-opt --passes=inline-waiting-functions --block=64 %s | FileCheck %s
; CHECK: define void @k
; CHECK-NOT: call void @release
; CHECK: store atomic i32 0
define internal void @release(ptr %lock) "heddle-called-by-gangs" {
  store atomic i32 0, ptr %lock release, align 4
  ret void
}
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %lock = load ptr, ptr %params, !invariant.load !0
  br label %try
try:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 acquire monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %critical, label %try
critical:
  call void @release(ptr %lock)
  ret void
}
!0 = !{}
