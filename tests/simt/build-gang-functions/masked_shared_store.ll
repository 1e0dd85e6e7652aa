; Lanes that do not store write back what all lanes have read from the shared
; memory before. Where they have not, and in global memory, each lane stores for itself.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=16 %s | FileCheck %s
; CHECK: define internal void @block.gang
; CHECK: then:
; CHECK: [[OLD:%.*]] = load <16 x i32>
; CHECK: [[NEW:%.*]] = select <16 x i1> {{%.*}}, <16 x i32> {{%.*}}, <16 x i32> [[OLD]]
; CHECK: store <16 x i32> [[NEW]]
; CHECK: call void @llvm.masked.store.v16i32
; CHECK: call void @llvm.masked.store.v16i32
declare i32 @heddle.tid.x() memory(none)
declare ptr @heddle.shared.base() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %shared = call ptr @heddle.shared.base()
  %out = load ptr, ptr %params, !invariant.load !0
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %i = zext nneg i32 %tid to i64
  %at = getelementptr i32, ptr %shared, i64 %i
  %unread = getelementptr i8, ptr %at, i64 1024
  %to = getelementptr i32, ptr %out, i64 %i
  %v = load i32, ptr %at
  %w = load i32, ptr %to
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %then, label %done
then:
  store i32 %w, ptr %at
  store i32 %w, ptr %unread
  store i32 %v, ptr %to
  br label %done
done:
  ret void
}
!0 = !{}
