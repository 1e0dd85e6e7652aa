; A lane that waits for a lock which another lane of its gang holds would wait for ever: one lane at a
; time.
; RUN: simt-opt --passes='choose-execution-form,print<execution-form>' --block=64 --disable-output %s | FileCheck %s
; CHECK: kernel k, block 64x1x1: one lane at a time (a lane may wait for another one of its gang)
define void @k(ptr %params) "heddle-kernel" {
entry:
  %lock = load ptr, ptr %params, !invariant.load !0
  br label %try
try:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 acquire monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %critical, label %try
critical:
  %data = getelementptr i32, ptr %lock, i32 1
  %old = load i32, ptr %data
  %new = add i32 %old, 1
  store i32 %new, ptr %data
  store atomic i32 0, ptr %lock release, align 4
  ret void
}
!0 = !{}
