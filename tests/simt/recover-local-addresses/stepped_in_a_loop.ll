; A loop that steps through an array until it is at the end: the distance is stepped, and compared with that of the
; end. LLVM then makes values of the array, once the loop is unrolled.
; RUN: simt-opt --passes=recover-local-addresses %s | FileCheck %s
define void @k() {
; CHECK: define void @k
; CHECK-NOT: ptrtoint
; CHECK: loop:
; CHECK: %[[DISTANCE:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %array, i64 %[[DISTANCE]]
; CHECK: store i32 0, ptr %[[PLACE]]
; CHECK: %[[NEXT]] = add i64 %[[DISTANCE]], 4
; CHECK: icmp slt i64 %[[NEXT]], 64
; CHECK-NOT: inttoptr
entry:
  %array = alloca [16 x i32]
  %begin = ptrtoint ptr %array to i64
  %end = add i64 %begin, 64
  br label %loop
loop:
  %number = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %place = inttoptr i64 %number to ptr
  store i32 0, ptr %place
  %next = add i64 %number, 4
  %more = icmp ult i64 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}
