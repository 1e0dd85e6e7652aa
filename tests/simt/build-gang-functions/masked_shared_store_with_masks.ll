; Where the CPU has masked stores, lanes that do not store to shared memory write back all the same what they have read
; from there: a load behind a masked store would wait for it.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=16 --masked-memory %s | FileCheck %s
; CHECK: then:
; CHECK: [[NEW:%.*]] = select <16 x i1> {{%.*}}, <16 x i32> {{.*}}, <16 x i32> {{%.*}}
; CHECK: store <16 x i32> [[NEW]]
; CHECK-NOT: call void @llvm.masked.store
; CHECK: ret void
declare i32 @heddle.tid.x() memory(none)
declare ptr @heddle.shared.base() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %shared = call ptr @heddle.shared.base()
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %i = zext nneg i32 %tid to i64
  %at = getelementptr i32, ptr %shared, i64 %i
  %v = load i32, ptr %at
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %then, label %done
then:
  store i32 7, ptr %at
  br label %done
done:
  ret void
}
