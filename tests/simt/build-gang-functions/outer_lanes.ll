; Of a guard with several parts, the first lane and the last one answer for all lanes, part by part. What is the same for
; all lanes answers for itself.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64x4 --width=16 %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK-NOT: bitcast <16 x i1>
; `0 < x`: zero is none of the sixteen numbers that begin with the first lane's.
; CHECK: [[DISTANCE:%.*]] = sub i32 0, {{%.*}}
; CHECK: [[HAS_ZERO:%.*]] = icmp ult i32 [[DISTANCE]], 16
; CHECK: [[POSITIVE:%.*]] = xor i1 [[HAS_ZERO]], true
; `max(x, y) < n`: x of the last lane, y once; `y` is the same for all of them.
; CHECK: icmp ult i32 {{%.*}}, %n
; CHECK: [[X15:%.*]] = icmp ult i32 {{%.*}}, %n
; CHECK: [[Y:%.*]] = icmp ult i32 {{%.*}}, %n
; CHECK: [[INSIDE:%.*]] = select i1 [[X15]], i1 [[Y]], i1 false
; CHECK: [[ALL:%.*]] = select i1 [[POSITIVE]], i1 [[INSIDE]], i1 false
; CHECK: br i1 [[ALL]]
; CHECK-NOT: bitcast <16 x i1>
; CHECK: ret void
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.tid.y() memory(none)
declare i1 @heddle.mask.all(i1)
declare i32 @llvm.umax.i32(i32, i32)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %n = load i32, ptr %params, !invariant.load !0
  %x = call range(i32 0, 64) i32 @heddle.tid.x()
  %y = call range(i32 0, 4) i32 @heddle.tid.y()
  %positive = icmp ne i32 %x, 0
  %larger = call i32 @llvm.umax.i32(i32 %x, i32 %y)
  %inside = icmp ult i32 %larger, %n
  %both = select i1 %positive, i1 %inside, i1 false
  %all = call i1 @heddle.mask.all(i1 %both)
  br i1 %all, label %whole, label %done
whole:
  store i32 1, ptr %params
  br label %done
done:
  ret void
}
!0 = !{}
