; The store of a kernel that turns a matrix, and its load if it goes the other way: lanes are far
; from each other, but the gang of the row below accesses the element beside. They are a scatter and
; a gather with a note of that, also for CPUs that have neither. The note says how many gangs a row
; has, how many rows belong together, and whether an index of 32 bits may wrap between them.
; RUN: simt-opt --passes=build-gang-functions --block=16x8 --width=16 --register-bits=128 %s | FileCheck %s
; RUN: simt-opt --passes=build-gang-functions --block=32x24 --width=16 %s | FileCheck %s --check-prefix=TALL
; RUN: simt-opt --passes=build-gang-functions --block=16x3 --width=16 --register-bits=128 %s | FileCheck %s --check-prefix=LOW
; CHECK: call <16 x float> @llvm.masked.gather{{.*}}, !heddle.rows_below [[EXACT:![0-9]+]]
; CHECK: call void @llvm.masked.scatter{{.*}}, !heddle.rows_below [[WRAPS:![0-9]+]]
; CHECK-DAG: [[EXACT]] = !{i32 1, i32 8, i32 0}
; CHECK-DAG: [[WRAPS]] = !{i32 1, i32 8, i32 1}
; TALL: call void @llvm.masked.scatter{{.*}}, !heddle.rows_below [[WRAPS:![0-9]+]]
; TALL: [[WRAPS]] = !{i32 2, i32 8, i32 1}
; LOW-NOT: heddle.rows_below
declare i32 @heddle.tid.x()
declare i32 @heddle.tid.y()
define void @kernel(ptr noalias readonly %params) "heddle-kernel" {
  %in = load ptr, ptr %params, !invariant.load !0
  %out.at = getelementptr i8, ptr %params, i64 8
  %out = load ptr, ptr %out.at, !invariant.load !0
  %n.at = getelementptr i8, ptr %params, i64 16
  %n = load i32, ptr %n.at, !invariant.load !0
  %x = call i32 @heddle.tid.x()
  %y = call range(i32 0, 32) i32 @heddle.tid.y()
  %x.wide = zext i32 %x to i64
  %y.wide = zext nneg i32 %y to i64
  %pitch = zext i32 %n to i64
  %far = mul i64 %x.wide, %pitch
  %beside = add i64 %far, %y.wide
  %from = getelementptr float, ptr %in, i64 %beside
  %value = load float, ptr %from
  %far.narrow = mul i32 %x, %n
  %beside.narrow = add i32 %far.narrow, %y
  %index = zext i32 %beside.narrow to i64
  %to = getelementptr float, ptr %out, i64 %index
  store float %value, ptr %to
  ret void
}
!0 = !{}
