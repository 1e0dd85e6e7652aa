; Calls go to the form for one thread; so does recursion.
; RUN: simt-opt --passes=add-thread-functions %s | FileCheck %s
define i32 @f(i32 %n) {
; CHECK: define internal i32 @f.thread(ptr %0, i32 %1, i32 %2)
; CHECK: call i32 @f.thread(ptr %0, i32 %1, i32 %less)
  %less = sub i32 %n, 1
  %done = icmp eq i32 %less, 0
  br i1 %done, label %end, label %more
more:
  %r = call i32 @f(i32 %less)
  ret i32 %r
end:
  ret i32 0
}
