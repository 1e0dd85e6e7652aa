; Stores of single lanes in loops are counted apart: a thousand of them elsewhere, which run once, do not make loops over
; the lanes of those that run often.
; RUN: simt-opt --passes=build-gang-functions --block=256 --width=32 --register-bits=256 --registers=16 --gather=false %s | FileCheck %s
; CHECK-LABEL: define internal void @block.gang
; CHECK-COUNT-32: store i32 5
; CHECK: group.body:
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %index.at = getelementptr i32, ptr %data, i64 %wide
  %index = load i32, ptr %index.at
  %far = zext i32 %index to i64
  br label %loop
loop:
  %turn = phi i32 [ 0, %entry ], [ %next, %loop ]
  %row = zext i32 %turn to i64
  %at = getelementptr [100 x i32], ptr %data, i64 %far, i64 %row
  store i32 5, ptr %at
  %next = add i32 %turn, 1
  %more = icmp ult i32 %next, 100
  br i1 %more, label %loop, label %stores
stores:
  %at0 = getelementptr [100 x i32], ptr %data, i64 %far, i64 0
  store i32 100, ptr %at0
  %at1 = getelementptr [100 x i32], ptr %data, i64 %far, i64 3
  store i32 101, ptr %at1
  %at2 = getelementptr [100 x i32], ptr %data, i64 %far, i64 6
  store i32 102, ptr %at2
  %at3 = getelementptr [100 x i32], ptr %data, i64 %far, i64 9
  store i32 103, ptr %at3
  %at4 = getelementptr [100 x i32], ptr %data, i64 %far, i64 12
  store i32 104, ptr %at4
  %at5 = getelementptr [100 x i32], ptr %data, i64 %far, i64 15
  store i32 105, ptr %at5
  %at6 = getelementptr [100 x i32], ptr %data, i64 %far, i64 18
  store i32 106, ptr %at6
  %at7 = getelementptr [100 x i32], ptr %data, i64 %far, i64 21
  store i32 107, ptr %at7
  %at8 = getelementptr [100 x i32], ptr %data, i64 %far, i64 24
  store i32 108, ptr %at8
  %at9 = getelementptr [100 x i32], ptr %data, i64 %far, i64 27
  store i32 109, ptr %at9
  %at10 = getelementptr [100 x i32], ptr %data, i64 %far, i64 30
  store i32 110, ptr %at10
  %at11 = getelementptr [100 x i32], ptr %data, i64 %far, i64 33
  store i32 111, ptr %at11
  %at12 = getelementptr [100 x i32], ptr %data, i64 %far, i64 36
  store i32 112, ptr %at12
  %at13 = getelementptr [100 x i32], ptr %data, i64 %far, i64 39
  store i32 113, ptr %at13
  %at14 = getelementptr [100 x i32], ptr %data, i64 %far, i64 42
  store i32 114, ptr %at14
  %at15 = getelementptr [100 x i32], ptr %data, i64 %far, i64 45
  store i32 115, ptr %at15
  %at16 = getelementptr [100 x i32], ptr %data, i64 %far, i64 48
  store i32 116, ptr %at16
  %at17 = getelementptr [100 x i32], ptr %data, i64 %far, i64 51
  store i32 117, ptr %at17
  %at18 = getelementptr [100 x i32], ptr %data, i64 %far, i64 54
  store i32 118, ptr %at18
  %at19 = getelementptr [100 x i32], ptr %data, i64 %far, i64 57
  store i32 119, ptr %at19
  %at20 = getelementptr [100 x i32], ptr %data, i64 %far, i64 60
  store i32 120, ptr %at20
  %at21 = getelementptr [100 x i32], ptr %data, i64 %far, i64 63
  store i32 121, ptr %at21
  %at22 = getelementptr [100 x i32], ptr %data, i64 %far, i64 66
  store i32 122, ptr %at22
  %at23 = getelementptr [100 x i32], ptr %data, i64 %far, i64 69
  store i32 123, ptr %at23
  %at24 = getelementptr [100 x i32], ptr %data, i64 %far, i64 72
  store i32 124, ptr %at24
  %at25 = getelementptr [100 x i32], ptr %data, i64 %far, i64 75
  store i32 125, ptr %at25
  %at26 = getelementptr [100 x i32], ptr %data, i64 %far, i64 78
  store i32 126, ptr %at26
  %at27 = getelementptr [100 x i32], ptr %data, i64 %far, i64 81
  store i32 127, ptr %at27
  %at28 = getelementptr [100 x i32], ptr %data, i64 %far, i64 84
  store i32 128, ptr %at28
  %at29 = getelementptr [100 x i32], ptr %data, i64 %far, i64 87
  store i32 129, ptr %at29
  %at30 = getelementptr [100 x i32], ptr %data, i64 %far, i64 90
  store i32 130, ptr %at30
  %at31 = getelementptr [100 x i32], ptr %data, i64 %far, i64 93
  store i32 131, ptr %at31
  %at32 = getelementptr [100 x i32], ptr %data, i64 %far, i64 96
  store i32 132, ptr %at32
  ret void
}
!0 = !{}
