; Lanes that move together are copied together, from strips that need not begin at a multiple of four.
; RUN: simt-opt --passes='function(strip-mine-vectors)' --strip-mined --register-bits=128 %s | FileCheck %s
; CHECK-LABEL: @halves
; CHECK-COUNT-4: load <4 x i32>, ptr %{{.*}}, align 4
; CHECK-NOT: shufflevector
define void @halves(ptr %from, ptr %to) {
  %value = load <16 x i32>, ptr %from, align 4
  %moved = shufflevector <16 x i32> %value, <16 x i32> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <16 x i32> %moved, ptr %to, align 4
  ret void
}
; Within a strip they are permuted in a register.
; CHECK-LABEL: @neighbours
; CHECK-COUNT-4: shufflevector <4 x i32> %{{.*}}, <4 x i32> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
define void @neighbours(ptr %from, ptr %to) {
  %value = load <16 x i32>, ptr %from, align 4
  %moved = shufflevector <16 x i32> %value, <16 x i32> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14>
  store <16 x i32> %moved, ptr %to, align 4
  ret void
}
; The lanes of two operands lie in different places, also where both are the same vector.
; CHECK-LABEL: @rotated
; CHECK-COUNT-3: load <4 x i32>, ptr %{{.*}}, align 4
; CHECK-COUNT-4: load i32
; CHECK-NOT: shufflevector
define void @rotated(ptr %from, ptr %to) {
  %value = load <16 x i32>, ptr %from, align 4
  %moved = shufflevector <16 x i32> %value, <16 x i32> %value, <16 x i32> <i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17>
  store <16 x i32> %moved, ptr %to, align 4
  ret void
}
; A lane without a value does not keep the other lanes of its strip from having theirs.
; CHECK-LABEL: @partlyUndefined
; CHECK-COUNT-5: load <4 x i32>
define void @partlyUndefined(ptr %from, ptr %to) {
  %value = load <16 x i32>, ptr %from, align 4
  %moved = shufflevector <16 x i32> poison, <16 x i32> %value, <16 x i32> <i32 0, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x i32> %moved, ptr %to, align 4
  ret void
}
; Long runs of neighbouring lanes are one copy, and what is left behind them is moved lane by lane or strip by strip.
; CHECK-LABEL: @shiftedByOne
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %{{.*}}, ptr align 4 %{{.*}}, i64 124, i1 false)
; CHECK-NEXT: getelementptr
; CHECK-NEXT: load i32
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store i32
; CHECK-NEXT: br
define void @shiftedByOne(ptr %from, ptr %to) {
  %value = load <32 x i32>, ptr %from, align 4
  %moved = shufflevector <32 x i32> %value, <32 x i32> poison, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 31>
  store <32 x i32> %moved, ptr %to, align 4
  ret void
}
; Lanes without a value before a run are left out.
; CHECK-LABEL: @shiftedUpByFour
; CHECK: %[[TO:.*]] = getelementptr inbounds i8, ptr %lanes, i64 144
; CHECK-NEXT: %[[FROM:.*]] = getelementptr inbounds i8, ptr %lanes, i64 0
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %[[TO]], ptr align 4 %[[FROM]], i64 112, i1 false)
; CHECK-NEXT: br
define void @shiftedUpByFour(ptr %from, ptr %to) {
  %value = load <32 x i32>, ptr %from, align 4
  %moved = shufflevector <32 x i32> %value, <32 x i32> poison, <32 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27>
  store <32 x i32> %moved, ptr %to, align 4
  ret void
}
