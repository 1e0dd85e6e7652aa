; Loops one after the other use the same memory.
; RUN: simt-opt --passes='function(index-lanes-in-memory)' %s | FileCheck %s
define i32 @f(<16 x i32> %a, <16 x i32> %b) {
; CHECK: [[PLACE:%.*]] = alloca <16 x i32>
; CHECK-NOT: alloca
; CHECK: store <16 x i32> %a, ptr [[PLACE]]
; CHECK: store <16 x i32> %b, ptr [[PLACE]]
; CHECK: ret i32
entry:
  br label %first
first:
  %i = phi i32 [ 0, %entry ], [ %i.next, %first ]
  %x = extractelement <16 x i32> %a, i32 %i
  %i.next = add i32 %i, %x
  %i.more = icmp ult i32 %i.next, 16
  br i1 %i.more, label %first, label %between
between:
  br label %second
second:
  %j = phi i32 [ 0, %between ], [ %j.next, %second ]
  %y = extractelement <16 x i32> %b, i32 %j
  %j.next = add i32 %j, %y
  %j.more = icmp ult i32 %j.next, 16
  br i1 %j.more, label %second, label %done
done:
  ret i32 %j.next
}
