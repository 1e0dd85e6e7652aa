; Vectors that a call takes from memory and that go to memory behind it are passed by their addresses. The function
; loads its arguments first and stores its results last, so that the place of a result may be that of an argument.
; RUN: simt-opt --passes=pass-vectors-in-memory --strip-mined --register-bits=128 %s | FileCheck %s
; CHECK-LABEL: define void @caller
; CHECK: %[[A:.*]] = getelementptr inbounds i8, ptr %lanes, i64 128
; CHECK: %[[R:.*]] = getelementptr inbounds i8, ptr %lanes, i64 256
; CHECK-NEXT: call void @product(i32 %n, ptr %lanes, ptr %[[A]], ptr %lanes, ptr %[[R]])
; CHECK-NEXT: ret void
define void @caller(i32 %n) {
  %lanes = alloca [384 x i8], align 16
  %a = load <32 x i32>, ptr %lanes, align 16
  %place.b = getelementptr inbounds i8, ptr %lanes, i64 128
  %b = load <32 x i32>, ptr %place.b, align 16
  %both = call { <32 x i32>, <32 x i32> } @product(i32 %n, <32 x i32> %a, <32 x i32> %b)
  %r0 = extractvalue { <32 x i32>, <32 x i32> } %both, 0
  store <32 x i32> %r0, ptr %lanes, align 16
  %r1 = extractvalue { <32 x i32>, <32 x i32> } %both, 1
  %place.r = getelementptr inbounds i8, ptr %lanes, i64 256
  store <32 x i32> %r1, ptr %place.r, align 16
  ret void
}
; CHECK-LABEL: define internal void @product(i32 %n, ptr %a, ptr %b, ptr %0, ptr %1)
; CHECK-NEXT: %[[X:.*]] = load <32 x i32>, ptr %a, align 4
; CHECK-NEXT: %[[Y:.*]] = load <32 x i32>, ptr %b, align 4
; CHECK-NEXT: %[[P:.*]] = mul <32 x i32> %[[X]], %[[Y]]
; CHECK-NEXT: store <32 x i32> %[[P]], ptr %0, align 4
; CHECK-NEXT: store <32 x i32> %[[X]], ptr %1, align 4
; CHECK-NEXT: ret void
define internal { <32 x i32>, <32 x i32> } @product(i32 %n, <32 x i32> %a, <32 x i32> %b) memory(none) {
  %p = mul <32 x i32> %a, %b
  %one = insertvalue { <32 x i32>, <32 x i32> } poison, <32 x i32> %p, 0
  %two = insertvalue { <32 x i32>, <32 x i32> } %one, <32 x i32> %a, 1
  ret { <32 x i32>, <32 x i32> } %two
}
; The function accesses memory now.
; CHECK-NOT: memory(none)
