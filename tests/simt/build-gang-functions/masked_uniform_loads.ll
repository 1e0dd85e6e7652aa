; A gang whose lanes are all inactive reads nothing at an index, which may be any number then; what lies at a
; constant place of a variable is there in any case.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=16 %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK: [[AT:%.*]] = getelementptr i32, ptr @table, i64 %{{.*}}
; CHECK: [[SAFE:%.*]] = select i1 %{{.*}}, ptr [[AT]], ptr @{{.*}}
; CHECK: load i32, ptr [[SAFE]]
; CHECK: load i32, ptr getelementptr {{.*}}@table, i64 4)
@table = external global [4 x i32]
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %n = load i32, ptr %params, !invariant.load !0
  %pp = getelementptr i8, ptr %params, i64 8
  %data = load ptr, ptr %pp, !invariant.load !0
  %ip = getelementptr i8, ptr %params, i64 16
  %i = load i64, ptr %ip, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %inside = icmp ult i64 %i, 4
  %few = icmp ult i32 %tid, %n
  %both = and i1 %inside, %few
  br i1 %both, label %then, label %done
then:
  %at = getelementptr i32, ptr @table, i64 %i
  %indexed = load i32, ptr %at
  %fixed = load i32, ptr getelementptr (i8, ptr @table, i64 4)
  %sum = add i32 %indexed, %fixed
  %wide = zext i32 %tid to i64
  %out = getelementptr i32, ptr %data, i64 %wide
  store i32 %sum, ptr %out
  br label %done
done:
  ret void
}
!0 = !{}
