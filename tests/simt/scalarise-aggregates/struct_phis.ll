; A phi of a struct becomes phis of its members.
; RUN: simt-opt --passes='function(scalarise-aggregates)' %s | FileCheck %s
declare { i32, i1 } @heddle.shfl.idx(i32, i32, i32, i32)
define i32 @f(i1 %c, i32 %x) {
; CHECK: join:
; CHECK-NOT: phi { i32, i1 }
; CHECK: phi i32
  br i1 %c, label %a, label %b
a:
  %p = call { i32, i1 } @heddle.shfl.idx(i32 %x, i32 0, i32 31, i32 -1)
  br label %join
b:
  %q = call { i32, i1 } @heddle.shfl.idx(i32 %x, i32 1, i32 31, i32 -1)
  br label %join
join:
  %both = phi { i32, i1 } [ %p, %a ], [ %q, %b ]
  %value = extractvalue { i32, i1 } %both, 0
  ret i32 %value
}
