; The row of a sparse matrix: each lane reads a stream of its own, and for as long as its row is.
; The loop becomes a function of one thread, which gangs call lane by lane. The kernel also asks for
; its lane, so it has to stay in gangs (see whole_kernel.ll).
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-lanes)' --block=64 --width=16 %s | FileCheck %s
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-lanes),build-gang-functions' --block=64 --width=16 %s | FileCheck %s --check-prefix=GANG
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-lanes),print<execution-form>' --disable-output --block=64 --width=16 %s | FileCheck %s --check-prefix=FORM
; CHECK-LABEL: define void @k(
; CHECK: [[SUM:%.*]] = call float @k.loop(
; CHECK: store float %{{.*}}, ptr %row.at
; CHECK-LABEL: define internal float @k.loop.thread(ptr %0, i32 %1,
; CHECK: load i32
; CHECK: [[NEXT:%.*]] = call float @llvm.fma.f32
; CHECK: br i1 %more, label %{{.*}}, label %done
; CHECK: ret float [[NEXT]]
; GANG-LABEL: define internal void @block.gang(
; GANG: lane.body:
; GANG: [[ONE:%.*]] = call float @k.loop.thread(ptr %context, i32
; GANG: insertelement <16 x float> %{{.*}}, float [[ONE]], i32
; FORM: gang of 16 lanes (asked for), lane by lane in 1 loop (each lane walks through memory of its own)
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.laneid() memory(none)
declare float @llvm.fma.f32(float, float, float)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %rows = load ptr, ptr %params, !invariant.load !0
  %values.at = getelementptr i8, ptr %params, i64 8
  %values = load ptr, ptr %values.at, !invariant.load !0
  %x.at = getelementptr i8, ptr %params, i64 16
  %x = load ptr, ptr %x.at, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %row = zext i32 %tid to i64
  %row.at = getelementptr i32, ptr %rows, i64 %row
  %first = load i32, ptr %row.at
  %end.at = getelementptr i8, ptr %row.at, i64 4
  %end = load i32, ptr %end.at
  br label %loop
loop:
  %k = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %wide = zext i32 %k to i64
  %column.at = getelementptr i32, ptr %values, i64 %wide
  %column = load i32, ptr %column.at
  %column.wide = zext i32 %column to i64
  %factor.at = getelementptr float, ptr %x, i64 %column.wide
  %factor = load float, ptr %factor.at
  %added = call float @llvm.fma.f32(float %factor, float %factor, float %sum)
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %end
  br i1 %more, label %loop, label %store
store:
  store float %added, ptr %row.at
  %lane = call i32 @heddle.laneid()
  store i32 %lane, ptr %end.at
  ret void
}
!0 = !{}
