; A guard of several comparisons: scalars tell of most gangs that all lanes meet it, or none. The lanes
; are asked only where they do not tell, and the comparisons of vectors stand there alone.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=16 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)
declare i32 @llvm.umax.i32(i32, i32)
declare i1 @heddle.mask.all(i1)
declare i1 @heddle.mask.any(i1)

; CHECK: define internal void @block.gang
; CHECK-NOT: icmp {{.*}}<16 x i32>
; The limit, of the numbers that all lanes share and of those that grow from lane to lane.
; CHECK: icmp uge i32 %row, %n
; CHECK: icmp ult i32 {{%.*}}, %n
; The one number that a neighbour of lane 0 may have.
; CHECK: [[DISTANCE:%.*]] = sub i32 %hole, {{%.*}}
; CHECK: icmp ult i32 [[DISTANCE]], 16
; CHECK: br i1 {{%.*}}, label %agreed, label %not_all
; CHECK: not_all:
; CHECK: br i1 {{%.*}}, label %lanes, label %agreed
; CHECK: lanes:
; CHECK: icmp uge <16 x i32>
; CHECK: icmp eq <16 x i32>
; CHECK: or <16 x i1>
; CHECK: bitcast <16 x i1>
; CHECK: agreed:
; CHECK: phi i1 [ true, {{%.*}} ], [ false, %not_all ]
; CHECK: phi i1 [ true, {{%.*}} ], [ false, %not_all ]
; CHECK-NOT: bitcast <16 x i1>
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %n = load i32, ptr %params, !invariant.load !0
  %row.at = getelementptr i8, ptr %params, i64 4
  %row = load i32, ptr %row.at, !invariant.load !0
  %hole.at = getelementptr i8, ptr %params, i64 8
  %hole = load i32, ptr %hole.at, !invariant.load !0
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %greatest = call i32 @llvm.umax.i32(i32 %row, i32 %tid)
  %outside = icmp uge i32 %greatest, %n
  %left.out = icmp eq i32 %tid, %hole
  %skipped = or i1 %outside, %left.out
  %all = call i1 @heddle.mask.all(i1 %skipped)
  %any = call i1 @heddle.mask.any(i1 %skipped)
  br i1 %all, label %done, label %some
some:
  br i1 %any, label %done, label %whole
whole:
  store i32 1, ptr %params
  br label %done
done:
  ret void
}
!0 = !{}
