; A recursive function cannot be inlined, and stays a function that lanes call one by one; what it calls is
; inlined into it.
; RUN: simt-opt --passes=choose-inlining --block=64 %s | FileCheck %s
; CHECK: define {{.*}}i32 @less(i32 %n) #[[INLINED:[0-9]+]]
define i32 @less(i32 %n) {
  %less = sub i32 %n, 1
  ret i32 %less
}
; CHECK: define {{.*}}i32 @factorial(i32 %n) #[[CALLED:[0-9]+]]
define i32 @factorial(i32 %n) nounwind {
  %small = icmp ule i32 %n, 1
  br i1 %small, label %one, label %more
one:
  ret i32 1
more:
  %less = call i32 @less(i32 %n)
  %rest = call i32 @factorial(i32 %less)
  %product = mul i32 %n, %rest
  ret i32 %product
}
define void @k(ptr %params) "heddle-kernel" {
  %f = call i32 @factorial(i32 5)
  store i32 %f, ptr %params
  ret void
}
; CHECK: attributes #[[INLINED]] = {{.*}}alwaysinline
; CHECK: attributes #[[CALLED]] = { {{.*}}nounwind
; CHECK-NOT: alwaysinline
