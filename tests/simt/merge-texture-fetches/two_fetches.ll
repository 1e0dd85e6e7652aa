; Two fetches from one texture ask once for its kind: the code between them is there for each kind,
; and both fetches of a kind are in one block.
; RUN: simt-opt --passes='function(merge-texture-fetches)' %s | FileCheck %s
declare { i32, i32, i32, i32 } @heddle.texture_sample.2(i32, i64, i64, i32, i32)
declare i32 @clamped(i64, i32)

; CHECK-LABEL: define i32 @f(
; CHECK: br i1
; CHECK-NOT: br i1
; CHECK: %clamped.first = call i32 @clamped(i64 %texture, i32 %x)
; CHECK-NEXT: [[NEXT:%.*]] = add i32 %clamped.first, 1
; CHECK-NEXT: call i32 @clamped(i64 %texture, i32 [[NEXT]])
; CHECK: %sampled.first = extractvalue
; CHECK-NEXT: [[NEXT:%.*]] = add i32 %sampled.first, 1
; CHECK-NEXT: @heddle.texture_sample.2(i32 1, i64 %texture, i64 0, i32 [[NEXT]], i32 [[NEXT]])
; CHECK-NOT: br i1
define i32 @f(i64 %texture, i32 %kind, i32 %x) {
  switch i32 %kind, label %sample [ i32 1, label %clamp ]

clamp:
  %clamped.first = call i32 @clamped(i64 %texture, i32 %x)
  br label %between

sample:
  %texel = call { i32, i32, i32, i32 } @heddle.texture_sample.2(i32 1, i64 %texture, i64 0, i32 %x, i32 %x)
  %sampled.first = extractvalue { i32, i32, i32, i32 } %texel, 0
  br label %between

between:
  %first = phi i32 [ %clamped.first, %clamp ], [ %sampled.first, %sample ]
  %next = add i32 %first, 1
  switch i32 %kind, label %sample2 [ i32 1, label %clamp2 ]

clamp2:
  %clamped.second = call i32 @clamped(i64 %texture, i32 %next)
  br label %done

sample2:
  %texel2 = call { i32, i32, i32, i32 } @heddle.texture_sample.2(i32 1, i64 %texture, i64 0, i32 %next, i32 %next)
  %sampled.second = extractvalue { i32, i32, i32, i32 } %texel2, 0
  br label %done

done:
  %second = phi i32 [ %clamped.second, %clamp2 ], [ %sampled.second, %sample2 ]
  %sum = add i32 %next, %second
  ret i32 %sum
}
