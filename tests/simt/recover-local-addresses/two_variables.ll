; A number that may point into either of two variables, or that is a difference of addresses, stays a number. One that
; is chosen among places of the same variable does not.
; RUN: simt-opt --passes=recover-local-addresses %s | FileCheck %s
define void @k(i1 %which) {
; CHECK: define void @k
; CHECK: %either = select i1 %which, i64 %a, i64 %b
; CHECK: inttoptr i64 %either to ptr
; CHECK: inttoptr i64 %far to ptr
; CHECK: %[[DISTANCE:.*]] = select i1 %which, i64 0, i64 8
; CHECK: %[[PLACE:.*]] = getelementptr i8, ptr %first, i64 %[[DISTANCE]]
; CHECK: store i32 3, ptr %[[PLACE]]
  %first = alloca [16 x i32]
  %second = alloca [16 x i32]
  %a = ptrtoint ptr %first to i64
  %b = ptrtoint ptr %second to i64
  %either = select i1 %which, i64 %a, i64 %b
  %place = inttoptr i64 %either to ptr
  store i32 1, ptr %place
  %between = sub i64 %b, %a
  %far = add i64 %a, %between
  %other = inttoptr i64 %far to ptr
  store i32 2, ptr %other
  %c = add i64 %a, 8
  %same = select i1 %which, i64 %a, i64 %c
  %known = inttoptr i64 %same to ptr
  store i32 3, ptr %known
  ret void
}
