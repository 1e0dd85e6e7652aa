; A place that is written between the load of an argument and the call, or read between the call and the store of a
; result, is not passed: such vectors get a place of their own. That of a result stays its place for all uses, and
; constants lie outside of functions.
; RUN: simt-opt --passes=pass-vectors-in-memory --strip-mined --register-bits=128 %s | FileCheck %s
; CHECK: @argument = private constant <32 x i32> <i32 3, {{.*}}>, align 4
; CHECK-LABEL: define i32 @caller
; CHECK: %a = load <32 x i32>, ptr %p
; CHECK-NEXT: store i32 7, ptr %p
; CHECK-NEXT: store <32 x i32> %a, ptr %[[IN:.*]], align 4
; CHECK-NEXT: call void @twice(ptr %[[IN]], ptr %[[OUT:.*]])
; CHECK-NEXT: %[[R:.*]] = load <32 x i32>, ptr %[[OUT]], align 4
; CHECK-NEXT: %read = load i32, ptr %q
; CHECK-NEXT: store <32 x i32> %[[R]], ptr %q
; CHECK: later:
; CHECK-NEXT: call void @twice(ptr %[[OUT]], ptr %q)
; CHECK-NEXT: call void @twice(ptr @argument, ptr %{{.*}})
; CHECK-NEXT: ret i32 %read
define i32 @caller(ptr %p, ptr %q) {
  %a = load <32 x i32>, ptr %p, align 16
  store i32 7, ptr %p, align 4
  %r = call <32 x i32> @twice(<32 x i32> %a)
  %read = load i32, ptr %q, align 4
  store <32 x i32> %r, ptr %q, align 16
  br label %later
later:
  %again = call <32 x i32> @twice(<32 x i32> %r)
  store <32 x i32> %again, ptr %q, align 16
  %unused = call <32 x i32> @twice(<32 x i32> splat (i32 3))
  ret i32 %read
}
define internal <32 x i32> @twice(<32 x i32> %a) {
  %r = add <32 x i32> %a, %a
  ret <32 x i32> %r
}
