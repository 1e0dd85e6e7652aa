; Of a guard with several parts, the first lane and the last one answer for all lanes, part by part. What is the same for
; all lanes answers for itself.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64x4 --width=16 %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK-NOT: bitcast <16 x i1>
; `0 < x`: the first and the last.
; CHECK: [[FIRST:%.*]] = icmp ne i32 {{%.*}}, 0
; CHECK: [[LAST:%.*]] = icmp ne i32 {{%.*}}, 0
; CHECK: [[POSITIVE:%.*]] = and i1 [[FIRST]], [[LAST]]
; `max(x, y) < n`: x of both lanes, y once; `y` is the same for all of them.
; CHECK: [[X0:%.*]] = icmp ult i32 {{%.*}}, %n
; CHECK: [[X15:%.*]] = icmp ult i32 {{%.*}}, %n
; CHECK: [[X:%.*]] = and i1 [[X0]], [[X15]]
; CHECK: select i1 [[POSITIVE]], i1 {{%.*}}, i1 false
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
