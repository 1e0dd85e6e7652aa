; An element of shared memory that the loop itself counts up in each iteration: nobody else is waited for.
; RUN: simt-opt --passes='print<waiting-loops>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: k does not wait
@s = internal addrspace(3) global [64 x i32] undef, align 4
define void @k(ptr %params, i1 %odd) "heddle-kernel" {
  %tid = call i32 @heddle.tid.x()
  %i = zext i32 %tid to i64
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  store volatile i32 7, ptr addrspace(3) %p
  br label %loop
loop:
  %v = load volatile i32, ptr addrspace(3) %p
  br i1 %odd, label %up, label %down
up:
  %triple = mul i32 %v, 3
  %more = add i32 %triple, 1
  br label %latch
down:
  %half = lshr i32 %v, 1
  br label %latch
latch:
  %next = phi i32 [ %more, %up ], [ %half, %down ]
  store volatile i32 %next, ptr addrspace(3) %p
  %again = load volatile i32, ptr addrspace(3) %p
  %done = icmp eq i32 %again, 1
  br i1 %done, label %end, label %loop
end:
  ret void
}
declare i32 @heddle.tid.x()
