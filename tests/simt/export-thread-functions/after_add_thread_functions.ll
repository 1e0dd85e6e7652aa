; Together with add-thread-functions: functions behind pointers as they are compiled.
; RUN: simt-opt --passes='add-thread-functions<fibers>,export-thread-functions' %s | FileCheck %s
; CHECK: define {{(dso_local )?}}i32 @even(ptr %0, i32 %1, i32 %2)
; CHECK: call i32 @odd(ptr %0, i32 %1, i32 %2)
; CHECK: define {{(dso_local )?}}i32 @odd(ptr %0, i32 %1, i32 %2)
define i32 @even(i32 %n) {
  %r = call i32 @odd(i32 %n)
  ret i32 %r
}
define i32 @odd(i32 %n) {
  %r = call i32 @even(i32 %n)
  ret i32 %r
}
