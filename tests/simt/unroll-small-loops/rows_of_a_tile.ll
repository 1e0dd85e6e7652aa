; Each row of a tile takes two steps of 16 lanes. Unrolled, the column is a constant.
; RUN: simt-opt --triple=x86_64-pc-linux-gnu --cpu=sapphirerapids --passes='function(unroll-small-loops)' %s | FileCheck %s
define void @f(ptr %tile, ptr %from, i32 %pitch) {
; CHECK: loop:
; CHECK: [[I:%.*]] = phi i32
; CHECK: [[ROW:%.*]] = lshr exact i32 [[I]], 5
; CHECK: store <16 x float>
; CHECK: store <16 x float>
; CHECK: add nuw nsw i32 [[I]], {{32|64|128}}
; CHECK: br i1
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = lshr i32 %i, 5
  %column = and i32 %i, 31
  %start = mul i32 %row, %pitch
  %place = add i32 %start, %column
  %source = getelementptr float, ptr %from, i32 %place
  %value = load <16 x float>, ptr %source, align 4
  %line = shl i32 %row, 5
  %element = or disjoint i32 %line, %column
  %target = getelementptr float, ptr %tile, i32 %element
  store <16 x float> %value, ptr %target, align 4
  %next = add nuw nsw i32 %i, 16
  %more = icmp ult i32 %next, 1024
  br i1 %more, label %loop, label %done

done:
  ret void
}
