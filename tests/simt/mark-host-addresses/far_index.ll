; An index of 64 bits can be anything. It is tested together with its pointer; the thread's number, which is
; small, is not, so that the addresses of the lanes stay next to each other.
; RUN: simt-opt --passes='function(mark-host-addresses)' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK: [[PRODUCT:%.*]] = mul i64 %index, 4
; CHECK: [[SUM:%.*]] = add i64 {{.*}}[[PRODUCT]]
; CHECK: [[OFFSET:%.*]] = sub i64 [[SUM]], {{.*}}
; CHECK: icmp uge i64 [[OFFSET]], {{.*}}
; CHECK-NOT: icmp uge
; CHECK: [[MARKED:%.*]] = getelementptr i8, ptr %row, i64
; CHECK: [[AT:%.*]] = getelementptr i32, ptr [[MARKED]], i64 %number
; CHECK: store i32 1, ptr [[AT]]
  %p = load ptr, ptr %params, align 8
  %second = getelementptr i8, ptr %params, i64 8
  %index = load i64, ptr %second, align 8
  %tid = call i32 @heddle.tid.x()
  %number = zext i32 %tid to i64
  %row = getelementptr i32, ptr %p, i64 %index
  %at = getelementptr i32, ptr %row, i64 %number
  store i32 1, ptr %at, align 4
  ret void
}
declare i32 @heddle.tid.x()
