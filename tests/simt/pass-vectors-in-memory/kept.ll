; Functions that others may call, or call through a pointer, keep their arguments, and so do masks and short vectors.
; RUN: simt-opt --passes=pass-vectors-in-memory --strip-mined --register-bits=128 %s | FileCheck %s
; RUN: simt-opt --passes=pass-vectors-in-memory --register-bits=128 %s | FileCheck %s --check-prefix=WHOLE
; CHECK-LABEL: define <32 x i32> @exported(<32 x i32> %a)
define <32 x i32> @exported(<32 x i32> %a) {
  ret <32 x i32> %a
}
; CHECK-LABEL: define internal <32 x i32> @pointed(<32 x i32> %a)
define internal <32 x i32> @pointed(<32 x i32> %a) {
  ret <32 x i32> %a
}
; CHECK-LABEL: define internal <4 x i32> @short(<4 x i32> %a, <32 x i1> %mask)
define internal <4 x i32> @short(<4 x i32> %a, <32 x i1> %mask) {
  ret <4 x i32> %a
}
; A vector beside a scalar is returned as it is.
; CHECK-LABEL: define internal { <32 x i32>, i32 } @mixed(ptr %a)
; WHOLE-LABEL: define internal { <32 x i32>, i32 } @mixed(<32 x i32> %a)
define internal { <32 x i32>, i32 } @mixed(<32 x i32> %a) {
  %r = insertvalue { <32 x i32>, i32 } poison, <32 x i32> %a, 0
  ret { <32 x i32>, i32 } %r
}
define void @caller(ptr %p, <32 x i1> %mask) {
  store ptr @pointed, ptr %p, align 8
  %a = load <32 x i32>, ptr %p, align 16
  %x = call { <32 x i32>, i32 } @mixed(<32 x i32> %a)
  %y = extractvalue { <32 x i32>, i32 } %x, 0
  store <32 x i32> %y, ptr %p, align 16
  %z = call <4 x i32> @short(<4 x i32> zeroinitializer, <32 x i1> %mask)
  ret void
}
