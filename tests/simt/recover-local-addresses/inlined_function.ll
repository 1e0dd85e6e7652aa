; What an inlined function does with the address of an array: sums of the address and distances, constant or not,
; are places in the array.
; RUN: simt-opt --passes=recover-local-addresses %s | FileCheck %s
define i32 @k(i64 %index) {
; CHECK: define i32 @k
; CHECK-NOT: ptrtoint
; CHECK: %[[SECOND:.*]] = getelementptr i8, ptr %array, i64 12
; CHECK: store i32 1, ptr %[[SECOND]]
; CHECK: %[[DISTANCE:.*]] = add i64 4, %index
; CHECK: %[[INDEXED:.*]] = getelementptr i8, ptr %array, i64 %[[DISTANCE]]
; CHECK: load i32, ptr %[[INDEXED]]
; CHECK-NOT: inttoptr
  %array = alloca [16 x i32]
  %first = getelementptr i8, ptr %array, i64 4
  %number = ptrtoint ptr %first to i64
  %sum = add i64 %number, 8
  %second = inttoptr i64 %sum to ptr
  store i32 1, ptr %second
  %any = add i64 %number, %index
  %indexed = inttoptr i64 %any to ptr
  %value = load i32, ptr %indexed
  ret i32 %value
}
