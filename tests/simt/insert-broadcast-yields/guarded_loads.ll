; A load behind a guard that threads of several warps pass is made by each of them before the first one
; writes. What one warp or one thread alone reads is not waited for.
; RUN: simt-opt --passes='function(insert-broadcast-yields)' --block=256 --width=16 %s | FileCheck %s
@total = internal addrspace(3) global [8 x i32] undef, align 4
declare void @heddle.barrier(i32, i32) convergent
declare i32 @heddle.tid.x()
define void @several(ptr %params, i32 %n) "heddle-kernel" {
; CHECK-LABEL: @several
; CHECK: load i32, ptr addrspace(3) @total
; CHECK-NEXT: call void @heddle.yield()
  %t = call i32 @heddle.tid.x()
  %one = icmp eq i32 %t, 0
  br i1 %one, label %first, label %all
first:
  store i32 1, ptr addrspace(3) @total
  br label %all
all:
  call void @heddle.barrier(i32 0, i32 0)
  %inside = icmp slt i32 %t, %n
  br i1 %inside, label %work, label %done
work:
  %sum = load i32, ptr addrspace(3) @total
  store i32 %sum, ptr %params
  br label %done
done:
  %p = getelementptr i32, ptr addrspace(3) @total, i32 %t
  store i32 0, ptr addrspace(3) %p
  ret void
}
define void @one(ptr %params) "heddle-kernel" {
; CHECK-LABEL: @one
; CHECK-NOT: call void @heddle.yield()
; CHECK: ret void
  call void @heddle.barrier(i32 0, i32 0)
  %t = call i32 @heddle.tid.x()
  %first = icmp eq i32 %t, 0
  br i1 %first, label %work, label %done
work:
  %sum = load i32, ptr addrspace(3) @total
  store i32 %sum, ptr addrspace(3) @total
  br label %done
done:
  ret void
}
