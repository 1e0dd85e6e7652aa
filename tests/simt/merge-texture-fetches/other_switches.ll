; The code between two switches stays one where nothing is sampled, since lanes may take different
; cases there, where the second switch asks for another texture, and where threads meet in between.
; RUN: simt-opt --passes='function(merge-texture-fetches)' %s | FileCheck %s
declare { i32, i32, i32, i32 } @heddle.texture_sample.2(i32, i64, i64, i32, i32)
declare i32 @clamped(i64, i32)
declare i32 @other(i64, i32)
declare void @meet() convergent

; CHECK-LABEL: define i32 @no_texture(
; CHECK-COUNT-2: switch i32 %kind
define i32 @no_texture(i64 %texture, i32 %kind, i32 %x) {
  switch i32 %kind, label %b [ i32 1, label %a
                               i32 2, label %between ]
a:
  %from.a = call i32 @clamped(i64 %texture, i32 %x)
  br label %between
b:
  %from.b = call i32 @other(i64 %texture, i32 %x)
  br label %between
between:
  %first = phi i32 [ %from.a, %a ], [ %from.b, %b ], [ %x, %0 ]
  switch i32 %kind, label %b2 [ i32 1, label %a2
                                i32 2, label %done ]
a2:
  %from.a2 = call i32 @clamped(i64 %texture, i32 %first)
  br label %done
b2:
  %from.b2 = call i32 @other(i64 %texture, i32 %first)
  br label %done
done:
  %second = phi i32 [ %from.a2, %a2 ], [ %from.b2, %b2 ], [ %first, %between ]
  ret i32 %second
}

; CHECK-LABEL: define i32 @two_textures(
; CHECK: switch i32 %kind,
; CHECK: switch i32 %kind2,
define i32 @two_textures(i64 %texture, i32 %kind, i32 %kind2, i32 %x) {
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
  switch i32 %kind2, label %sample2 [ i32 1, label %clamp2 ]
clamp2:
  %clamped.second = call i32 @clamped(i64 %texture, i32 %first)
  br label %done
sample2:
  %texel2 = call { i32, i32, i32, i32 } @heddle.texture_sample.2(i32 1, i64 %texture, i64 0, i32 %first, i32 %first)
  %sampled.second = extractvalue { i32, i32, i32, i32 } %texel2, 0
  br label %done
done:
  %second = phi i32 [ %clamped.second, %clamp2 ], [ %sampled.second, %sample2 ]
  ret i32 %second
}

; CHECK-LABEL: define i32 @threads_meet(
; CHECK-COUNT-2: switch i32 %kind
define i32 @threads_meet(i64 %texture, i32 %kind, i32 %x) {
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
  call void @meet()
  switch i32 %kind, label %sample2 [ i32 1, label %clamp2 ]
clamp2:
  %clamped.second = call i32 @clamped(i64 %texture, i32 %first)
  br label %done
sample2:
  %texel2 = call { i32, i32, i32, i32 } @heddle.texture_sample.2(i32 1, i64 %texture, i64 0, i32 %first, i32 %first)
  %sampled.second = extractvalue { i32, i32, i32, i32 } %texel2, 0
  br label %done
done:
  %second = phi i32 [ %clamped.second, %clamp2 ], [ %sampled.second, %sample2 ]
  ret i32 %second
}
