; A branch on the gang's number decides about a barrier: gangs may come to different ones. A branch on what all
; gangs read alike does not part them.
; RUN: simt-opt --passes='print<barrier-regions>' --block=64 --width=16 --disable-output %s | FileCheck %s
; CHECK: barrier regions of part:
; CHECK: gangs may come to different barriers
; CHECK: barrier regions of together:
; CHECK: gangs come to the same barriers
declare void @heddle.gang.barrier(i32, i32)
define internal void @part(ptr %context, i32 %gang) "heddle-gang" {
  %first = icmp eq i32 %gang, 0
  br i1 %first, label %waits, label %done
waits:
  call void @heddle.gang.barrier(i32 0, i32 0)
  br label %done
done:
  ret void
}
define internal void @together(ptr %context, i32 %gang) "heddle-gang" {
  %n = load i32, ptr %context, !invariant.load !0
  %some = icmp eq i32 %n, 0
  br i1 %some, label %waits, label %done
waits:
  call void @heddle.gang.barrier(i32 0, i32 0)
  br label %done
done:
  ret void
}
!0 = !{}
