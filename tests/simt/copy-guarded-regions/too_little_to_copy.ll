; A region that costs less than a branch around it runs under its mask.
; RUN: simt-opt --passes='function(canonicalise-control-flow,copy-guarded-regions)' --block=64 --width=16 %s | FileCheck %s
; CHECK-LABEL: @little
; CHECK-NOT: heddle.mask
; CHECK-LABEL: @loop
; CHECK: call i1 @heddle.mask.all
declare i32 @heddle.tid.x() memory(none)
define void @little(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %small = icmp ult i32 %tid, 5
  br i1 %small, label %body, label %done
body:
  store i32 1, ptr %data
  br label %done
done:
  ret void
}
define void @loop(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %small = icmp ult i32 %tid, 5
  br i1 %small, label %body, label %done
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  store volatile i32 %i, ptr %data
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 10
  br i1 %more, label %body, label %done
done:
  ret void
}
!0 = !{}
