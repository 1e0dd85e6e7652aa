; Functions that gangs would call are inlined after all.
; RUN: simt-opt --passes=inline-called-functions %s | FileCheck %s
; CHECK: define i32 @helper(i32 %x) #[[A:[0-9]+]]
define i32 @helper(i32 %x) "heddle-called-by-gangs" {
  ret i32 %x
}
define void @k(ptr %params) "heddle-kernel" {
  %a = call i32 @helper(i32 1)
  ret void
}
; CHECK: attributes #[[A]] = {{.*}}alwaysinline
; CHECK-NOT: heddle-called-by-gangs
