; An address that is a constant is not a function yet, and each call has a check of its own.
; RUN: simt-opt --passes='function(check-indirect-calls)' %s | FileCheck %s
define void @f(ptr %context, i32 %thread) {
; CHECK: call void inttoptr (i64 4096 to ptr)(ptr %context, i32 %thread)
; CHECK: call void inttoptr (i64 8192 to ptr)(ptr %context, i32 %thread)
; CHECK: call void @heddle_invalid_call(ptr %context, i32 %thread, ptr inttoptr (i64 4096 to ptr))
; CHECK: call void @heddle_invalid_call(ptr %context, i32 %thread, ptr inttoptr (i64 8192 to ptr))
  call void inttoptr (i64 4096 to ptr)(ptr %context, i32 %thread)
  call void inttoptr (i64 8192 to ptr)(ptr %context, i32 %thread)
  ret void
}
