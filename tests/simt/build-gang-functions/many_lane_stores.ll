; Without scatters in hardware, lanes store one after the other. Behind a thousand such stores, a store is a loop over the
; lanes, which takes eight of them in a row where all lanes are active, and looks for the active ones elsewhere.
; RUN: simt-opt --passes=build-gang-functions --block=256 --width=32 --register-bits=256 --registers=16 --gather=false %s | FileCheck %s
; CHECK-LABEL: define internal void @block.gang
; CHECK: br i1 %{{.*}}, label %whole, label %part
; CHECK: group.body:
; CHECK-COUNT-8: store i32
; CHECK-NOT: store i32
; CHECK: lane.body:
; CHECK: call i32 @llvm.cttz.i32
; CHECK-COUNT-1: store i32
; CHECK-NOT: store i32
; CHECK: {{^}}}
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %data = load ptr, ptr %params, !invariant.load !0
  %tid = call i32 @heddle.tid.x()
  %wide = zext i32 %tid to i64
  %index.at = getelementptr i32, ptr %data, i64 %wide
  %index = load i32, ptr %index.at
  %far = zext i32 %index to i64
  %active = icmp ne i32 %index, 7
  br i1 %active, label %stores, label %done
stores:
  %at0 = getelementptr [100 x i32], ptr %data, i64 %far, i64 0
  store i32 0, ptr %at0
  %at1 = getelementptr [100 x i32], ptr %data, i64 %far, i64 3
  store i32 1, ptr %at1
  %at2 = getelementptr [100 x i32], ptr %data, i64 %far, i64 6
  store i32 2, ptr %at2
  %at3 = getelementptr [100 x i32], ptr %data, i64 %far, i64 9
  store i32 3, ptr %at3
  %at4 = getelementptr [100 x i32], ptr %data, i64 %far, i64 12
  store i32 4, ptr %at4
  %at5 = getelementptr [100 x i32], ptr %data, i64 %far, i64 15
  store i32 5, ptr %at5
  %at6 = getelementptr [100 x i32], ptr %data, i64 %far, i64 18
  store i32 6, ptr %at6
  %at7 = getelementptr [100 x i32], ptr %data, i64 %far, i64 21
  store i32 7, ptr %at7
  %at8 = getelementptr [100 x i32], ptr %data, i64 %far, i64 24
  store i32 8, ptr %at8
  %at9 = getelementptr [100 x i32], ptr %data, i64 %far, i64 27
  store i32 9, ptr %at9
  %at10 = getelementptr [100 x i32], ptr %data, i64 %far, i64 30
  store i32 10, ptr %at10
  %at11 = getelementptr [100 x i32], ptr %data, i64 %far, i64 33
  store i32 11, ptr %at11
  %at12 = getelementptr [100 x i32], ptr %data, i64 %far, i64 36
  store i32 12, ptr %at12
  %at13 = getelementptr [100 x i32], ptr %data, i64 %far, i64 39
  store i32 13, ptr %at13
  %at14 = getelementptr [100 x i32], ptr %data, i64 %far, i64 42
  store i32 14, ptr %at14
  %at15 = getelementptr [100 x i32], ptr %data, i64 %far, i64 45
  store i32 15, ptr %at15
  %at16 = getelementptr [100 x i32], ptr %data, i64 %far, i64 48
  store i32 16, ptr %at16
  %at17 = getelementptr [100 x i32], ptr %data, i64 %far, i64 51
  store i32 17, ptr %at17
  %at18 = getelementptr [100 x i32], ptr %data, i64 %far, i64 54
  store i32 18, ptr %at18
  %at19 = getelementptr [100 x i32], ptr %data, i64 %far, i64 57
  store i32 19, ptr %at19
  %at20 = getelementptr [100 x i32], ptr %data, i64 %far, i64 60
  store i32 20, ptr %at20
  %at21 = getelementptr [100 x i32], ptr %data, i64 %far, i64 63
  store i32 21, ptr %at21
  %at22 = getelementptr [100 x i32], ptr %data, i64 %far, i64 66
  store i32 22, ptr %at22
  %at23 = getelementptr [100 x i32], ptr %data, i64 %far, i64 69
  store i32 23, ptr %at23
  %at24 = getelementptr [100 x i32], ptr %data, i64 %far, i64 72
  store i32 24, ptr %at24
  %at25 = getelementptr [100 x i32], ptr %data, i64 %far, i64 75
  store i32 25, ptr %at25
  %at26 = getelementptr [100 x i32], ptr %data, i64 %far, i64 78
  store i32 26, ptr %at26
  %at27 = getelementptr [100 x i32], ptr %data, i64 %far, i64 81
  store i32 27, ptr %at27
  %at28 = getelementptr [100 x i32], ptr %data, i64 %far, i64 84
  store i32 28, ptr %at28
  %at29 = getelementptr [100 x i32], ptr %data, i64 %far, i64 87
  store i32 29, ptr %at29
  %at30 = getelementptr [100 x i32], ptr %data, i64 %far, i64 90
  store i32 30, ptr %at30
  %at31 = getelementptr [100 x i32], ptr %data, i64 %far, i64 93
  store i32 31, ptr %at31
  %at32 = getelementptr [100 x i32], ptr %data, i64 %far, i64 96
  store i32 32, ptr %at32
  br label %done
done:
  ret void
}
!0 = !{}
