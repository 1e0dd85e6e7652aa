; A lock that is released behind the loop may be held by another lane.
; RUN: simt-opt --passes='print<waiting-loops>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: k waits, for other lanes
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %lock = load ptr, ptr %params, !invariant.load !0
  br label %try
try:
  %pair = cmpxchg ptr %lock, i32 0, i32 1 acquire monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %critical, label %try
critical:
  %data = getelementptr i32, ptr %lock, i32 1
  store i32 1, ptr %data
  store atomic i32 0, ptr %lock release, align 4
  ret void
}
!0 = !{}
