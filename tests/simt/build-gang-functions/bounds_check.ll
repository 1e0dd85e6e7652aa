; All lanes are inside if the last one is, and any is if the first one is, without a vector of masks.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=16 %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK: [[FIRST:%.*]] = icmp slt i32 {{%.*}}, %n
; CHECK: [[LAST:%.*]] = icmp slt i32 {{%.*}}, %n
; CHECK: br i1 [[LAST]]
; CHECK: br i1 {{%.*}}
; A condition of another block has its vector alone.
; CHECK: bitcast <16 x i1> {{%.*}} to i16
declare i32 @heddle.tid.x() memory(none)
declare i1 @heddle.mask.all(i1)
declare i1 @heddle.mask.any(i1)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %n = load i32, ptr %params, !invariant.load !0
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %inside = icmp slt i32 %tid, %n
  %all = call i1 @heddle.mask.all(i1 %inside)
  %any = call i1 @heddle.mask.any(i1 %inside)
  br i1 %all, label %whole, label %some
some:
  br i1 %any, label %part, label %done
part:
  %again = call i1 @heddle.mask.any(i1 %inside)
  br i1 %again, label %whole, label %done
whole:
  store i32 1, ptr %params
  br label %done
done:
  ret void
}
!0 = !{}
