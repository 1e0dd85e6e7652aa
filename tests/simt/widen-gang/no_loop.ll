; Without a loop there is no stream to read. The values of a short kernel fit twice as many lanes.
; RUN: simt-opt --passes='function(canonicalise-control-flow,widen-gang),print<execution-form>' --block=256 --width=16 --register-bits=512 --registers=32 --disable-output --kernel=plain %s | FileCheck %s --check-prefix=PLAIN
; Where registers are shorter, they fit four times as many lanes: a warp.
; RUN: simt-opt --passes='function(canonicalise-control-flow,widen-gang),print<execution-form>' --block=256 --width=16 --register-bits=256 --registers=16 --disable-output --kernel=plain %s | FileCheck %s --check-prefix=PLAIN
; RUN: simt-opt --passes='function(canonicalise-control-flow,widen-gang),print<execution-form>' --block=256 --width=16 --register-bits=512 --registers=32 --disable-output --kernel=stream %s | FileCheck %s --check-prefix=STREAM
; PLAIN: gang of 32 lanes (few values live at once)
; STREAM: gang of 64 lanes
declare i32 @heddle.tid.x() memory(none)
declare i32 @heddle.nctaid.x() memory(none)
define void @plain(ptr noalias readonly %params) {
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  store i32 %tid, ptr %at
  ret void
}
define void @stream(ptr noalias readonly %params) {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %blocks = call i32 @heddle.nctaid.x()
  %step = mul i32 %blocks, 256
  br label %loop
loop:
  %i = phi i32 [ %tid, %entry ], [ %next, %loop ]
  %n = phi i32 [ 0, %entry ], [ %count, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %value = load i32, ptr %at
  %doubled = shl i32 %value, 1
  store i32 %doubled, ptr %at
  %next = add i32 %i, %step
  %count = add i32 %n, 1
  %more = icmp ult i32 %count, 50
  br i1 %more, label %loop, label %done
done:
  ret void
}
!0 = !{}
