; The form for one thread takes the name and the linkage of its original.
; RUN: simt-opt --passes=export-thread-functions %s | FileCheck %s
; CHECK: define {{(dso_local )?}}i32 @f(ptr %context, i32 %thread, i32 %x)
; CHECK-NOT: f.thread
define i32 @f(i32 %x) {
  ret i32 %x
}
define internal i32 @f.thread(ptr %context, i32 %thread, i32 %x) {
  ret i32 %x
}
