; Left alone: elements of one bit, which have no addresses; a constant number, which needs no memory; a vector that
; changes in the loop; and what is no loop.
; RUN: simt-opt --passes='function(index-lanes-in-memory)' %s | FileCheck %s
define i32 @f(<16 x i1> %bits, <16 x i32> %values, i32 %n) {
; CHECK-NOT: alloca
; CHECK-COUNT-4: extractelement
; CHECK-NOT: extractelement
entry:
  %alone = extractelement <16 x i32> %values, i32 %n
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %changing = phi <16 x i32> [ %values, %entry ], [ %changed, %loop ]
  %bit = extractelement <16 x i1> %bits, i32 %i
  %third = extractelement <16 x i32> %values, i32 3
  %element = extractelement <16 x i32> %changing, i32 %i
  %sum = add i32 %third, %element
  %chosen = select i1 %bit, i32 %sum, i32 %alone
  %changed = insertelement <16 x i32> %changing, i32 %chosen, i32 0
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 16
  br i1 %more, label %loop, label %done
done:
  ret i32 %chosen
}
