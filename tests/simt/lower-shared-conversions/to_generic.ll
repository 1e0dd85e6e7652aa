; The generic address of shared memory is the offset plus the start of the block's shared memory, which
; is read once, in the entry block.
; RUN: simt-opt --passes='function(lower-shared-conversions)' %s | FileCheck %s
declare i64 @heddle.cvta.shared(i64) memory(none)
define i64 @k(i64 %offset, i1 %c) {
; CHECK: entry:
; CHECK-NEXT: %shared = call ptr @heddle.shared.base()
; CHECK-NEXT: %shared.number = ptrtoint ptr %shared to i64
entry:
  br i1 %c, label %then, label %else
then:
; CHECK: then:
; CHECK-NEXT: add i64 %offset, %shared.number
  %a = call i64 @heddle.cvta.shared(i64 %offset)
  ret i64 %a
else:
  ret i64 0
}
; CHECK: declare align 1024 ptr @heddle.shared.base()
