; The number of a warp has few bits, so that even a large multiple of it stays near to a base.
; RUN: simt-opt --passes='function(mark-host-addresses)' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK-NOT: heddle_kernel_access_range
; CHECK-NOT: icmp
  %thread = call range(i32 0, 1024) i32 @heddle.tid.x()
  %warp = lshr i32 %thread, 5
  %wide = zext i32 %warp to i64
  %offset = shl i64 %wide, 12
  %shared = call ptr @heddle.shared.base()
  %inShared = getelementptr i8, ptr %shared, i64 %offset
  store i32 2, ptr %inShared, align 4
  ret void
}
declare i32 @heddle.tid.x()
declare ptr @heddle.shared.base()
