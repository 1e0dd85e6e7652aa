; Each fetch makes known what the next one asks for, also where LLVM has found that there are no
; other kinds and where what one fetch has returned is used behind all of them.
; RUN: simt-opt --passes='function(merge-texture-fetches)' %s | FileCheck %s
declare { i32, i32, i32, i32 } @heddle.texture_sample.2(i32, i64, i64, i32, i32)
declare i32 @clamped(i64, i32)

; CHECK-LABEL: define i32 @f(
; CHECK-COUNT-1: switch
; CHECK-NOT: switch
; CHECK: clamp:
; CHECK-COUNT-3: call i32 @clamped
; CHECK: sample:
; CHECK-COUNT-3: call { i32, i32, i32, i32 } @heddle.texture_sample.2
; CHECK: ret i32
define i32 @f(i64 %texture, i32 %kind, i32 %x) {
  switch i32 %kind, label %none [ i32 0, label %sample
                                  i32 1, label %clamp ]
none:
  unreachable
clamp:
  %c = call i32 @clamped(i64 %texture, i32 %x)
  br label %between
sample:
  %t = call { i32, i32, i32, i32 } @heddle.texture_sample.2(i32 1, i64 %texture, i64 0, i32 %x, i32 %x)
  %s = extractvalue { i32, i32, i32, i32 } %t, 0
  br label %between
between:
  %first = phi i32 [ %c, %clamp ], [ %s, %sample ]
  %x2 = add i32 %x, 1
  switch i32 %kind, label %none [ i32 0, label %sample2
                                  i32 1, label %clamp2 ]
clamp2:
  %c2 = call i32 @clamped(i64 %texture, i32 %x2)
  br label %between2
sample2:
  %t2 = call { i32, i32, i32, i32 } @heddle.texture_sample.2(i32 1, i64 %texture, i64 0, i32 %x2, i32 %x2)
  %s2 = extractvalue { i32, i32, i32, i32 } %t2, 0
  br label %between2
between2:
  %second = phi i32 [ %c2, %clamp2 ], [ %s2, %sample2 ]
  %sum = add i32 %first, %second
  switch i32 %kind, label %none [ i32 0, label %sample3
                                  i32 1, label %clamp3 ]
clamp3:
  %c3 = call i32 @clamped(i64 %texture, i32 %sum)
  br label %done
sample3:
  %t3 = call { i32, i32, i32, i32 } @heddle.texture_sample.2(i32 1, i64 %texture, i64 0, i32 %sum, i32 %sum)
  %s3 = extractvalue { i32, i32, i32, i32 } %t3, 0
  br label %done
done:
  %third = phi i32 [ %c3, %clamp3 ], [ %s3, %sample3 ]
  %product = mul i32 %first, %third
  ret i32 %product
}
