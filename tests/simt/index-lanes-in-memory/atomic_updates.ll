; A loop over active lanes takes two vectors apart, which are stored before it.
; RUN: simt-opt --passes='function(index-lanes-in-memory)' %s | FileCheck %s
define void @f(<16 x ptr> %places, <16 x i32> %values, i16 %lanes) {
; CHECK: entry:
; CHECK-DAG: store <16 x ptr> %places, ptr [[PLACES:%.*]], align
; CHECK-DAG: store <16 x i32> %values, ptr [[VALUES:%.*]], align
; CHECK: body:
; CHECK-NOT: extractelement
; CHECK: getelementptr inbounds ptr, ptr [[PLACES]], i64
; CHECK: getelementptr inbounds i32, ptr [[VALUES]], i64
; CHECK-NOT: extractelement
; CHECK: ret void
entry:
  br label %loop
loop:
  %left = phi i16 [ %lanes, %entry ], [ %rest, %body ]
  %more = icmp ne i16 %left, 0
  br i1 %more, label %body, label %done
body:
  %first = call i16 @llvm.cttz.i16(i16 %left, i1 true)
  %lane = zext i16 %first to i32
  %place = extractelement <16 x ptr> %places, i32 %lane
  %value = extractelement <16 x i32> %values, i32 %lane
  %old = atomicrmw add ptr %place, i32 %value monotonic
  %less = sub i16 %left, 1
  %rest = and i16 %left, %less
  br label %loop
done:
  ret void
}
declare i16 @llvm.cttz.i16(i16, i1)
