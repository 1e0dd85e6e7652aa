; Device functions get the attribute as well.
; RUN: simt-opt --passes=allow-null-pointers %s | FileCheck %s
; CHECK: define i32 @f(ptr %p) #[[A:[0-9]+]]
define i32 @f(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
; CHECK: attributes #[[A]] = {{.*}}null_pointer_is_valid
