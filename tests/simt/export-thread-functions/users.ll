; Who has the original's address gets the other's.
; RUN: simt-opt --passes=export-thread-functions %s | FileCheck %s
; CHECK: @table = global [1 x ptr] [ptr @f]
; CHECK: define {{(dso_local )?}}i32 @f(ptr %context, i32 %thread)
@table = global [1 x ptr] [ptr @f]
define i32 @f() {
  ret i32 0
}
define internal i32 @f.thread(ptr %context, i32 %thread) {
  ret i32 0
}
