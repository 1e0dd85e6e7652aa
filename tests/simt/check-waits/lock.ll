; A lock: the loop that tries to take it is a wait, and behind it the thread has gone on. Giving it back is none.
; RUN: simt-opt --passes='function(check-waits)' %s | FileCheck %s
define void @k(ptr %params) "heddle-kernel" {
; CHECK-LABEL: @k
; CHECK: cmpxchg
; CHECK: call void @heddle_sync_wait(ptr @site
; CHECK: taken:
; CHECK-NEXT: call void @heddle_sync_went_on()
; CHECK-NOT: heddle_sync
; CHECK: ret void
entry:
  %lock = load ptr, ptr %params, !invariant.load !0
  br label %try
try:
  %pair = cmpxchg volatile ptr %lock, i32 0, i32 1 acquire monotonic
  %free = extractvalue { i32, i1 } %pair, 1
  br i1 %free, label %taken, label %try
taken:
  store volatile i32 0, ptr %lock
  ret void
}
!0 = !{}
