; The mark by which calls through pointers know a device function stands in front of it.
; RUN: simt-opt --passes=export-thread-functions %s | FileCheck %s
; CHECK: define {{(dso_local )?}}void @f(ptr %context, i32 %thread) prefix i64 6548736863355825966 {
define void @f() {
  ret void
}
define internal void @f.thread(ptr %context, i32 %thread) {
  ret void
}
