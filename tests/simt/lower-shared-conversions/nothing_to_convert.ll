; A function without conversions does not ask where its shared memory is.
; RUN: simt-opt --passes='function(lower-shared-conversions)' %s | FileCheck %s
declare i64 @heddle.cvta.shared(i64) memory(none)
define i64 @converts(i64 %offset) {
; CHECK-LABEL: @converts
; CHECK: call ptr @heddle.shared.base()
  %a = call i64 @heddle.cvta.shared(i64 %offset)
  ret i64 %a
}
define i64 @plain(i64 %offset) {
; CHECK-LABEL: @plain
; CHECK-NEXT: ret i64 %offset
  ret i64 %offset
}
