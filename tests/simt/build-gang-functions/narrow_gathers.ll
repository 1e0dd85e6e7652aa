; Bytes and shorts at addresses of each lane's own come out of the aligned words around them, where the
; CPU gathers words. Elsewhere, and where a value need not lie within one word, lanes load one by one.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=16 --gather %s | FileCheck %s
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=16 %s | FileCheck %s --check-prefix=NONE
; CHECK-LABEL: define internal void @block.gang(
; CHECK: [[WORDS:%.*]] = call <16 x ptr> @llvm.ptrmask.v16p0.v16i64(<16 x ptr> [[AT:%.*]], <16 x i64> {{.*}}-4
; CHECK: [[WORD:%.*]] = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> [[WORDS]], i32 4,
; CHECK: [[SHIFTED:%.*]] = lshr <16 x i32> [[WORD]],
; CHECK: trunc <16 x i32> {{.*}} to <16 x i8>
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32.v16p0({{.*}}, i32 4,
; CHECK: trunc <16 x i32> {{.*}} to <16 x i16>
; CHECK-COUNT-16: load i16, ptr %{{.*}}, align 1
; CHECK-NOT: call <16 x i32> @llvm.masked.gather
; NONE-COUNT-16: load i8
; NONE-COUNT-32: load i16
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %table = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %at = getelementptr i64, ptr %table, i64 %wide
  %index = load i64, ptr %at
  %byte.at = getelementptr i8, ptr %table, i64 %index
  %byte = load i8, ptr %byte.at
  %short.at = getelementptr i16, ptr %table, i64 %index
  %short = load i16, ptr %short.at, align 2
  %unaligned = load i16, ptr %byte.at, align 1
  %byte.wide = zext i8 %byte to i16
  %sum = add i16 %byte.wide, %short
  %all = add i16 %sum, %unaligned
  %all.wide = zext i16 %all to i64
  store i64 %all.wide, ptr %at
  ret void
}
!0 = !{}
