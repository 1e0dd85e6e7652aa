; The address of a lane is a sum of two vectors' elements: the sum of the vectors is stored before
; the loop, and neither of them. Both copies of an unrolled body use it.
; RUN: simt-opt --passes='function(index-lanes-in-memory)' %s | FileCheck %s
define void @f(i64 %base, <16 x i64> %rows, <16 x i64> %columns, <16 x i32> %values, i16 %lanes) {
; CHECK: entry:
; CHECK: [[BYTES:%.*]] = shl <16 x i64> %rows, <i64 2
; CHECK: [[SUM:%.*]] = add <16 x i64> [[BYTES]], %columns
; CHECK-NOT: add <16 x i64>
; CHECK: store <16 x i64> [[SUM]], ptr [[SUMS:%.*]], align
; CHECK-NOT: store <16 x i64>
; CHECK: body:
; CHECK-NOT: extractelement
; CHECK: getelementptr inbounds i64, ptr [[SUMS]], i64
; CHECK-NOT: shl i64
; CHECK: getelementptr inbounds i64, ptr [[SUMS]], i64
; CHECK: ret void
entry:
  br label %loop
loop:
  %left = phi i16 [ %lanes, %entry ], [ %rest2, %body ]
  %more = icmp ne i16 %left, 0
  br i1 %more, label %body, label %done
body:
  %first = call i16 @llvm.cttz.i16(i16 %left, i1 true)
  %lane = zext i16 %first to i32
  %row = extractelement <16 x i64> %rows, i32 %lane
  %column = extractelement <16 x i64> %columns, i32 %lane
  %bytes = shl i64 %row, 2
  %offset = add i64 %bytes, %column
  %at = add i64 %offset, %base
  %place = inttoptr i64 %at to ptr
  %value = extractelement <16 x i32> %values, i32 %lane
  store i32 %value, ptr %place
  %less = sub i16 %left, 1
  %rest = and i16 %left, %less
  %second = call i16 @llvm.cttz.i16(i16 %rest, i1 true)
  %lane2 = zext i16 %second to i32
  %row2 = extractelement <16 x i64> %rows, i32 %lane2
  %column2 = extractelement <16 x i64> %columns, i32 %lane2
  %bytes2 = shl i64 %row2, 2
  %offset2 = add i64 %bytes2, %column2
  %at2 = add i64 %offset2, %base
  %place2 = inttoptr i64 %at2 to ptr
  %value2 = extractelement <16 x i32> %values, i32 %lane2
  store i32 %value2, ptr %place2
  %less2 = sub i16 %rest, 1
  %rest2 = and i16 %rest, %less2
  br label %loop
done:
  ret void
}
declare i16 @llvm.cttz.i16(i16, i1)
