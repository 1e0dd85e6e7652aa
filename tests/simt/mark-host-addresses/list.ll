; Each pointer that is read from memory is tested.
; RUN: simt-opt --passes='function(mark-host-addresses)' %s | FileCheck %s
define i32 @f(ptr %list) {
; CHECK: loop:
; CHECK: %node = phi ptr
; CHECK: [[BITS:%.*]] = ptrtoint ptr %node to i64
; CHECK: [[OFFSET:%.*]] = sub i64 [[BITS]], {{.*}}
; CHECK: %outside = icmp uge i64 [[OFFSET]], {{.*}}
; CHECK: [[MARKED:%.*]] = getelementptr i8, ptr %node, i64
; CHECK: load ptr, ptr [[MARKED]]
; CHECK: [[FIELD:%.*]] = getelementptr i8, ptr [[MARKED]], i64 8
; CHECK: load i32, ptr [[FIELD]]
entry:
  br label %loop
loop:
  %node = phi ptr [ %list, %entry ], [ %next, %loop ]
  %next = load ptr, ptr %node, align 8
  %field = getelementptr i8, ptr %node, i64 8
  %value = load i32, ptr %field, align 4
  %end = icmp eq ptr %next, null
  br i1 %end, label %done, label %loop
done:
  ret i32 %value
}
