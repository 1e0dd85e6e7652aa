; A pointer that was read from may still be null: the comparison behind it stays.
; RUN: simt-opt --passes='allow-null-pointers,function(correlated-propagation)' %s | FileCheck %s
define i1 @f(ptr %p) {
; CHECK: %isNull = icmp eq ptr %p, null
; CHECK: ret i1 %isNull
entry:
  %v = load volatile i32, ptr %p
  br label %next
next:
  %isNull = icmp eq ptr %p, null
  ret i1 %isNull
}
