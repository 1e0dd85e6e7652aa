; The other way round the start is subtracted.
; RUN: simt-opt --passes='function(lower-shared-conversions)' %s | FileCheck %s
declare i64 @heddle.cvta.to.shared(i64) memory(none)
define i64 @k(i64 %address) {
; CHECK: %shared.number = ptrtoint ptr %shared to i64
; CHECK-NEXT: sub i64 %address, %shared.number
; CHECK-NOT: heddle.cvta
  %offset = call i64 @heddle.cvta.to.shared(i64 %address)
  ret i64 %offset
}
