; Thirteen values that live at once would take 26 registers of a gang of 32 lanes, beside what the code needs for
; its work: such a kernel keeps one register for each value. So does one whose lanes leave a loop one by one, and one
; with a barrier.
; RUN: simt-opt --passes='function(canonicalise-control-flow,widen-gang),print<execution-form>' --block=256 --width=16 --register-bits=512 --registers=32 --disable-output --kernel=many %s | FileCheck %s
; RUN: simt-opt --passes='function(canonicalise-control-flow,widen-gang),print<execution-form>' --block=256 --width=16 --register-bits=512 --registers=32 --disable-output --kernel=parting %s | FileCheck %s
; RUN: simt-opt --passes='function(canonicalise-control-flow,widen-gang),print<execution-form>' --block=256 --width=16 --register-bits=512 --registers=32 --disable-output --kernel=meeting %s | FileCheck %s
; RUN: simt-opt --passes='function(canonicalise-control-flow,widen-gang),print<execution-form>' --block=256 --width=16 --register-bits=256 --registers=16 --disable-output --kernel=many %s | FileCheck %s
; CHECK: gang of 16 lanes
; A gang of half a register, which long kernels of 64 bits get, becomes a whole one where the values fit.
; RUN: simt-opt --passes='function(canonicalise-control-flow,widen-gang),print<execution-form>' --block=256 --width=8 --register-bits=512 --registers=32 --disable-output --kernel=many %s | FileCheck %s
; RUN: simt-opt --passes='function(canonicalise-control-flow,widen-gang),print<execution-form>' --block=256 --width=8 --register-bits=512 --registers=16 --disable-output --kernel=many %s | FileCheck %s --check-prefix=HALF
; HALF: gang of 8 lanes
declare i32 @heddle.tid.x() memory(none)
declare void @heddle.barrier(i32, i32)
define void @many(ptr noalias readonly %params) {
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %at0 = getelementptr i32, ptr %at, i64 0
  %v0 = load i32, ptr %at0
  %at1 = getelementptr i32, ptr %at, i64 256
  %v1 = load i32, ptr %at1
  %at2 = getelementptr i32, ptr %at, i64 512
  %v2 = load i32, ptr %at2
  %at3 = getelementptr i32, ptr %at, i64 768
  %v3 = load i32, ptr %at3
  %at4 = getelementptr i32, ptr %at, i64 1024
  %v4 = load i32, ptr %at4
  %at5 = getelementptr i32, ptr %at, i64 1280
  %v5 = load i32, ptr %at5
  %at6 = getelementptr i32, ptr %at, i64 1536
  %v6 = load i32, ptr %at6
  %at7 = getelementptr i32, ptr %at, i64 1792
  %v7 = load i32, ptr %at7
  %at8 = getelementptr i32, ptr %at, i64 2048
  %v8 = load i32, ptr %at8
  %at9 = getelementptr i32, ptr %at, i64 2304
  %v9 = load i32, ptr %at9
  %at10 = getelementptr i32, ptr %at, i64 2560
  %v10 = load i32, ptr %at10
  %at11 = getelementptr i32, ptr %at, i64 2816
  %v11 = load i32, ptr %at11
  %at12 = getelementptr i32, ptr %at, i64 3072
  %v12 = load i32, ptr %at12
  %s0 = mul i32 %v0, %v12
  %s1 = mul i32 %s0, %v1
  %s2 = mul i32 %s1, %v2
  %s3 = mul i32 %s2, %v3
  %s4 = mul i32 %s3, %v4
  %s5 = mul i32 %s4, %v5
  %s6 = mul i32 %s5, %v6
  %s7 = mul i32 %s6, %v7
  %s8 = mul i32 %s7, %v8
  %s9 = mul i32 %s8, %v9
  %s10 = mul i32 %s9, %v10
  %s11 = mul i32 %s10, %v11
  %s12 = mul i32 %s11, %v12
  %x0 = xor i32 %s12, %v0
  store i32 %x0, ptr %at0
  %x1 = xor i32 %s12, %v1
  store i32 %x1, ptr %at1
  %x2 = xor i32 %s12, %v2
  store i32 %x2, ptr %at2
  %x3 = xor i32 %s12, %v3
  store i32 %x3, ptr %at3
  %x4 = xor i32 %s12, %v4
  store i32 %x4, ptr %at4
  %x5 = xor i32 %s12, %v5
  store i32 %x5, ptr %at5
  %x6 = xor i32 %s12, %v6
  store i32 %x6, ptr %at6
  %x7 = xor i32 %s12, %v7
  store i32 %x7, ptr %at7
  %x8 = xor i32 %s12, %v8
  store i32 %x8, ptr %at8
  %x9 = xor i32 %s12, %v9
  store i32 %x9, ptr %at9
  %x10 = xor i32 %s12, %v10
  store i32 %x10, ptr %at10
  %x11 = xor i32 %s12, %v11
  store i32 %x11, ptr %at11
  %x12 = xor i32 %s12, %v12
  store i32 %x12, ptr %at12
  ret void
}
define void @parting(ptr noalias readonly %params) {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  %n = load i32, ptr %at
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %product = phi i32 [ 1, %entry ], [ %more.product, %loop ]
  %next = add i32 %i, 1
  %more.product = mul i32 %product, %n
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  store i32 %more.product, ptr %at
  ret void
}
define void @meeting(ptr noalias readonly %params) {
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %at = getelementptr i32, ptr %data, i64 %wide
  call void @heddle.barrier(i32 0, i32 256)
  store i32 %tid, ptr %at
  ret void
}
!0 = !{}
