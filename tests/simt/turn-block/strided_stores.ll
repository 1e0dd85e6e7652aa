; The kernel transposes a matrix: along threadIdx.x its stores go to as many cache lines as there are
; lanes, along threadIdx.y they are contiguous. A block whose columns are no whole gangs stays as it is.
; RUN: simt-opt --passes='function(canonicalise-control-flow,turn-block),print<execution-form>' --block=16x16 --width=16 --register-bits=512 %s | FileCheck %s
; RUN: simt-opt --passes='function(canonicalise-control-flow,turn-block),print<execution-form>' --block=32x16 --width=16 --register-bits=512 %s | FileCheck %s --check-prefix=SIDES
; RUN: simt-opt --passes='function(canonicalise-control-flow,turn-block),print<execution-form>' --block=32x8 --width=16 --register-bits=512 %s | FileCheck %s --check-prefix=NARROW
; CHECK: block 16x16x1: gang of 16 lanes ({{.*}}), along threadIdx.y
; CHECK-LABEL: @k
; CHECK: %x = call i32 @heddle.tid.y()
; CHECK: %y = call i32 @heddle.tid.x()
; SIDES: block 32x16x1: gang of 16 lanes ({{.*}}), along threadIdx.y
; SIDES: "heddle-block-dim"="16x32x1"
; NARROW-NOT: along threadIdx.y
; NARROW: %x = call i32 @heddle.tid.x()
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.tid.y() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %in = load ptr, ptr %params, !invariant.load !0
  %outAt = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %outAt, !invariant.load !0
  %nAt = getelementptr i8, ptr %params, i64 16
  %n = load i32, ptr %nAt, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %y = call i32 @heddle.tid.y()
  %rowIn = mul i32 %y, %n
  %indexIn = add i32 %rowIn, %x
  %wideIn = zext i32 %indexIn to i64
  %from = getelementptr float, ptr %in, i64 %wideIn
  %value = load float, ptr %from
  %rowOut = mul i32 %x, %n
  %indexOut = add i32 %rowOut, %y
  %wideOut = zext i32 %indexOut to i64
  %to = getelementptr float, ptr %out, i64 %wideOut
  store float %value, ptr %to
  ret void
}
!0 = !{}
