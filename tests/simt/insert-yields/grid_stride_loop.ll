; In a grid-stride loop the gangs of a block take turns, so that they read neighbouring memory. A block of
; one gang has nobody to take turns with.
; RUN: simt-opt --passes='function(canonicalise-control-flow,insert-yields)' --block=64 --width=16 %s | FileCheck %s
; RUN: simt-opt --passes='function(canonicalise-control-flow,insert-yields)' --block=16 --width=16 %s | FileCheck %s --check-prefix=ALONE
; CHECK: loop:
; CHECK: call void @heddle.yield()
; CHECK: load i32, ptr %at
; ALONE-NOT: heddle.yield
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.nctaid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %blocks = call i32 @heddle.nctaid.x()
  %step = mul i32 %blocks, 64
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %count, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %value = load i32, ptr %at
  %doubled = shl i32 %value, 1
  store i32 %doubled, ptr %at
  %next = add i32 %i, %step
  %count = add i32 %n, 1
  %more = icmp ult i32 %count, 50
  br i1 %more, label %loop, label %done
done:
  ret void
}
!0 = !{}
