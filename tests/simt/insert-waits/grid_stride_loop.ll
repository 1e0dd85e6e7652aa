; Unlike insert-yields, it leaves grid-stride loops alone: fibers gain nothing by taking turns there.
; RUN: simt-opt --passes='function(insert-waits)' --block=64 --width=16 %s | FileCheck %s --check-prefix=WAITS
; RUN: simt-opt --passes='function(canonicalise-control-flow,insert-yields)' --block=64 --width=16 %s | FileCheck %s --check-prefix=YIELDS
; WAITS-LABEL: @k
; WAITS-NOT: heddle.yield
; WAITS-LABEL: @flag
; WAITS: call void @heddle.wait()
; YIELDS-LABEL: @k
; YIELDS: call void @heddle.yield()
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.ctaid.x() memory(none)
declare i32 @heddle.nctaid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %ctaid = call i32 @heddle.ctaid.x()
  %nctaid = call i32 @heddle.nctaid.x()
  %base = mul i32 %ctaid, 64
  %first = add i32 %base, %tid
  %stride = mul i32 %nctaid, 64
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %count, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %value = load i32, ptr %at
  %doubled = shl i32 %value, 1
  store i32 %doubled, ptr %at
  %next = add i32 %i, %stride
  %count = add i32 %n, 1
  %more = icmp ult i32 %count, 50
  br i1 %more, label %loop, label %done
done:
  ret void
}
define void @flag(ptr %flag) {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr %flag
  %closed = icmp eq i32 %v, 0
  br i1 %closed, label %loop, label %done
done:
  ret void
}
!0 = !{}
