; The usual limit lets the variables of ordinary functions become values.
; RUN: simt-opt --passes='function(promote-variables)' %s | FileCheck %s
; CHECK-LABEL: @sums
; CHECK-NOT: alloca
; CHECK: loop:
; CHECK-NEXT: phi i32
; CHECK-NOT: load i32
; CHECK: ret i32
define i32 @sums(i32 %n) {
entry:
  %first = alloca i32
  %second = alloca i32
  %third = alloca i32
  store i32 0, ptr %first
  store i32 0, ptr %second
  store i32 0, ptr %third
  br label %loop
loop:
  %old = load i32, ptr %first
  %new = add i32 %old, 3
  store i32 %new, ptr %first
  store i32 %new, ptr %second
  store i32 %old, ptr %third
  %more = icmp ult i32 %new, %n
  br i1 %more, label %loop, label %end
end:
  %x = load i32, ptr %second
  %y = load i32, ptr %third
  %result = add i32 %x, %y
  ret i32 %result
}
