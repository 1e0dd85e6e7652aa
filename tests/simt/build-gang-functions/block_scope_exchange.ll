; An exchange of block scope compares and selects what it stores. Lanes still come one after the
; other, since two of them may have the same address.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=4 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)

; CHECK-LABEL: define internal void @block.gang
; CHECK: [[OLD:%.*]] = load atomic i64, ptr [[PLACE:%.*]] monotonic, align 8
; CHECK: [[SAME:%.*]] = icmp eq i64 [[OLD]], 0
; CHECK: [[NEXT:%.*]] = select i1 [[SAME]], i64 %{{.*}}, i64 [[OLD]]
; CHECK: store atomic i64 [[NEXT]], ptr [[PLACE]] monotonic, align 8
; CHECK-NOT: cmpxchg
; CHECK: ret void
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %keys = load ptr, ptr %params
  %t = call i32 @heddle.tid.x()
  %digit = mul i32 %t, %t
  %index = zext i32 %digit to i64
  %key = getelementptr i64, ptr %keys, i64 %index
  %pair = cmpxchg ptr %key, i64 0, i64 %index syncscope("block") acq_rel monotonic, align 8
  ret void
}
