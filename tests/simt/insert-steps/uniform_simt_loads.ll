; Where all lanes of a warp do the same, they load one after the other what another block may be
; changing, and take what the first of them has loaded: before a fence, by a volatile load, and where a
; compare-and-swap expects the value. They also wait for each other before an atomic operation, by
; which one of them may give a lock back.
; RUN: simt-opt --passes='function(insert-steps)' %s | FileCheck %s
define i32 @fenced(ptr %p, ptr %q) "heddle-uniform-simt" {
; CHECK-LABEL: @fenced(
; CHECK-NEXT: %v = load i32, ptr %p
; CHECK-NEXT: [[WIDE:%.*]] = zext i32 %v to i64
; CHECK-NEXT: [[AGREED:%.*]] = call i64 @heddle.agree(i64 [[WIDE]], ptr %p, i64 {{[0-9]+}})
; CHECK-NEXT: [[VALUE:%.*]] = trunc i64 [[AGREED]] to i32
; CHECK-NEXT: fence
; CHECK-NEXT: %plain = load i32, ptr %q
; CHECK-NEXT: add i32 %plain, [[VALUE]]
  %v = load i32, ptr %p
  fence seq_cst
  %plain = load i32, ptr %q
  %sum = add i32 %plain, %v
  ret i32 %sum
}
define double @volatile(ptr addrspace(1) %p) "heddle-uniform-simt" {
; CHECK-LABEL: @volatile(
; CHECK-NEXT: %v = load volatile double
; CHECK-NEXT: [[BITS:%.*]] = bitcast double %v to i64
; CHECK-NEXT: [[ADDRESS:%.*]] = addrspacecast ptr addrspace(1) %p to ptr
; CHECK-NEXT: [[AGREED:%.*]] = call i64 @heddle.agree(i64 [[BITS]], ptr [[ADDRESS]],
; CHECK-NEXT: bitcast i64 [[AGREED]] to double
  %v = load volatile double, ptr addrspace(1) %p
  ret double %v
}
define void @expected(ptr %p) "heddle-uniform-simt" {
; CHECK-LABEL: @expected(
; CHECK: [[AGREED:%.*]] = call i64 @heddle.agree(
; CHECK: [[FIRST:%.*]] = trunc i64 [[AGREED]] to i32
; CHECK: %old = phi i32 [ [[FIRST]], %entry ]
; CHECK: call void @heddle.step(
; CHECK-NEXT: cmpxchg
entry:
  %first = load i32, ptr %p
  br label %again
again:
  %old = phi i32 [ %first, %entry ], [ %now, %again ]
  %new = add i32 %old, 1
  %pair = cmpxchg ptr %p, i32 %old, i32 %new seq_cst seq_cst
  %now = extractvalue { i32, i1 } %pair, 0
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %end, label %again
end:
  ret void
}
define void @unlock(ptr %p) "heddle-uniform-simt" {
; CHECK-LABEL: @unlock(
; CHECK-NEXT: call void @heddle.step(
; CHECK-NEXT: atomicrmw
  %old = atomicrmw xchg ptr %p, i32 0 seq_cst
  ret void
}
