; A call of a value: the range first, then the mark in front of the function.
; RUN: simt-opt --passes='function(check-indirect-calls)' %s | FileCheck %s
define i32 @f(ptr %context, i32 %thread, ptr %target) {
; CHECK: %[[OFFSET:.*]] = sub i64 %{{.*}}, ptrtoint (ptr @heddle_function_range_begin to i64)
; CHECK: %[[INSIDE:.*]] = icmp ult i64 %[[OFFSET]], ptrtoint (ptr @heddle_function_range_bytes to i64)
; CHECK: br i1 %[[INSIDE]], label %{{.*}}, label %invalid_call, !prof
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %target, i64 -8
; CHECK: %[[MARK:.*]] = load i64, ptr %[[PLACE]], align 1
; CHECK: %[[MARKED:.*]] = icmp eq i64 %[[MARK]], 6548736863355825966
; CHECK: br i1 %[[MARKED]], label %{{.*}}, label %invalid_call, !prof
; CHECK: call i32 %target(ptr %context, i32 %thread)
; CHECK: invalid_call:
; CHECK-NEXT: call void @heddle_invalid_call(ptr %context, i32 %thread, ptr %target)
; CHECK-NEXT: unreachable
  %result = call i32 %target(ptr %context, i32 %thread)
  ret i32 %result
}
