; A shuffle by constants is one permutation of the gang's vector; lanes that are out of range keep their
; own value.
; RUN: simt-opt --passes=build-gang-functions --block=64 --width=32 %s | FileCheck %s
; CHECK: shufflevector <32 x i32> %{{.*}}, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, {{.*}} i32 30, i32 31, i32 31>
declare i32 @heddle.tid.x() memory(none)
declare { i32, i1 } @heddle.shfl.down(i32, i32, i32, i32) convergent
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %x = load i32, ptr %at
  %pair = call { i32, i1 } @heddle.shfl.down(i32 %x, i32 1, i32 31, i32 -1)
  %y = extractvalue { i32, i1 } %pair, 0
  store i32 %y, ptr %at
  ret void
}
!0 = !{}
