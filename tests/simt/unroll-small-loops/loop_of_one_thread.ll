; A loop in which one thread sums what it reads runs four turns at a time; the order of the sum stays.
; The same loop of a gang stays as it is.
; RUN: simt-opt --passes='function(unroll-small-loops)' %s | FileCheck %s

; CHECK-LABEL: define float @thread
; CHECK: {{^}}loop:
; CHECK: [[SUM:%.*]] = phi float
; CHECK: [[FIRST:%.*]] = fadd float [[SUM]],
; CHECK: [[SECOND:%.*]] = fadd float [[FIRST]],
; CHECK: [[THIRD:%.*]] = fadd float [[SECOND]],
; CHECK: fadd float [[THIRD]],
; CHECK: {{^}}loop.epil:
; CHECK: fadd float
define float @thread(ptr %p, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %at = getelementptr float, ptr %p, i32 %i
  %x = load float, ptr %at
  %added = fadd float %sum, %x
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret float %added
}

; CHECK-LABEL: define <4 x float> @gang
; CHECK: fadd <4 x float>
; CHECK-NOT: fadd
; CHECK: ret <4 x float>
define <4 x float> @gang(ptr %p, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %added, %loop ]
  %at = getelementptr <4 x float>, ptr %p, i32 %i
  %x = load <4 x float>, ptr %at
  %added = fadd <4 x float> %sum, %x
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret <4 x float> %added
}
