; Lanes that come in runs of contiguous memory, as four to a row of a matrix, load and store run by
; run, whatever the CPU has for addresses of each lane's own. Where lanes of a run lie apart, and
; where an index of 32 bits may wrap within a run, it is a gather.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=32 --width=16 --gather %s | FileCheck %s
; CHECK-LABEL: define internal void @block.gang(
; CHECK: [[AT:%.*]] = getelementptr i8, <16 x ptr>
; CHECK: [[FIRST:%.*]] = extractelement <16 x ptr> [[AT]], i64 0
; CHECK: load <4 x i32>, ptr [[FIRST]], align 4
; CHECK: extractelement <16 x ptr> [[AT]], i64 4
; CHECK: load <4 x i32>
; CHECK-COUNT-2: load <4 x i32>
; CHECK-NOT: load <4 x i32>
; CHECK-COUNT-2: call <16 x i32> @llvm.masked.gather
; CHECK-COUNT-4: store <4 x i32>
; CHECK-NOT: store <4 x i32>
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %matrix = load ptr, ptr %params, !invariant.load !0
  %pitch.at = getelementptr i8, ptr %params, i64 8
  %pitch = load i64, ptr %pitch.at, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %row = lshr i32 %tid, 2
  %column = and i32 %tid, 3
  %row.wide = zext i32 %row to i64
  %column.wide = zext i32 %column to i64
  %row.start = mul i64 %row.wide, %pitch
  %element = add i64 %row.start, %column.wide
  %offset = shl i64 %element, 2
  %at = getelementptr i8, ptr %matrix, i64 %offset
  %word = load i32, ptr %at
  %apart = shl i64 %element, 3
  %apart.at = getelementptr i8, ptr %matrix, i64 %apart
  %other = load i32, ptr %apart.at
  %narrow.pitch = trunc i64 %pitch to i32
  %narrow.start = mul i32 %row, %narrow.pitch
  %narrow = add i32 %narrow.start, %column
  %narrow.wide = zext i32 %narrow to i64
  %narrow.offset = shl i64 %narrow.wide, 2
  %narrow.at = getelementptr i8, ptr %matrix, i64 %narrow.offset
  %third = load i32, ptr %narrow.at
  %sum = add i32 %word, %other
  %all = add i32 %sum, %third
  store i32 %all, ptr %at
  ret void
}
!0 = !{}
