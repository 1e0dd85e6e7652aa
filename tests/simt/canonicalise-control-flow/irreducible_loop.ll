; A loop with two entries gets one.
; RUN: simt-opt --passes='function(canonicalise-control-flow),print<loops>' --disable-output %s 2>&1 | FileCheck %s
; CHECK: Loop at depth 1
define void @f(i1 %c, i1 %d, ptr %p) {
entry:
  br i1 %c, label %a, label %b
a:
  store volatile i32 1, ptr %p
  br label %b
b:
  store volatile i32 2, ptr %p
  br i1 %d, label %a, label %done
done:
  ret void
}
