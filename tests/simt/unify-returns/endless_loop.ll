; A loop that nothing leaves gets a way out that no lane takes.
; RUN: simt-opt --passes='function(unify-returns)' %s | FileCheck %s
define void @k(ptr %params, i1 %c) "heddle-kernel" {
; CHECK: loop:
; CHECK: br i1 {{true|false|%.*}}, label %{{.*}}, label %{{.*}}
; CHECK: ret void
entry:
  br i1 %c, label %loop, label %done
loop:
  store volatile i32 1, ptr %params
  br label %loop
done:
  ret void
}
