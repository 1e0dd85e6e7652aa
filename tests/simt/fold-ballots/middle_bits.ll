; A digit in the middle of a value is shifted down, so that it is small.
; RUN: simt-opt --passes='function(fold-ballots)' %s | FileCheck %s
; CHECK-LABEL: @digit
; CHECK-NEXT: %[[BITS:.*]] = and i32 %x, 1792
; CHECK-NEXT: %[[KEY:.*]] = lshr i32 %[[BITS]], 8
; CHECK-NEXT: call i32 @heddle.match.any.b32(i32 %[[KEY]], i32 -1)
; CHECK: call i32 @heddle.vote.ballot(i1 true, i32 -1)
; CHECK-NOT: @heddle.vote.ballot
; CHECK: ret
declare i32 @heddle.vote.ballot(i1, i32)
define i32 @digit(i32 %x) {
  %b0 = and i32 %x, 256
  %p0 = icmp ne i32 %b0, 0
  %v0 = call i32 @heddle.vote.ballot(i1 %p0, i32 -1)
  %n0 = xor i1 %p0, true
  %o0 = sext i1 %n0 to i32
  %a0 = xor i32 %v0, %o0
  %b1 = and i32 %x, 512
  %p1 = icmp ne i32 %b1, 0
  %v1 = call i32 @heddle.vote.ballot(i1 %p1, i32 -1)
  %n1 = xor i1 %p1, true
  %o1 = sext i1 %n1 to i32
  %a1 = xor i32 %v1, %o1
  %s1 = and i32 %a0, %a1
  %b2 = and i32 %x, 1024
  %p2 = icmp ne i32 %b2, 0
  %v2 = call i32 @heddle.vote.ballot(i1 %p2, i32 -1)
  %n2 = xor i1 %p2, true
  %o2 = sext i1 %n2 to i32
  %a2 = xor i32 %v2, %o2
  %s2 = and i32 %s1, %a2
  ret i32 %s2
}
; The same bits, shifted down one by one.
; CHECK-LABEL: @shifted
; CHECK-NEXT: %[[BITS:.*]] = and i32 %x, 28
; CHECK-NEXT: %[[KEY:.*]] = lshr i32 %[[BITS]], 2
; CHECK-NEXT: call i32 @heddle.match.any.b32(i32 %[[KEY]], i32 -1)
; CHECK: call i32 @heddle.vote.ballot(i1 true, i32 -1)
; CHECK-NOT: @heddle.vote.ballot
; CHECK: ret
define i32 @shifted(i32 %x) {
  %x0 = lshr i32 %x, 2
  %b0 = and i32 %x0, 1
  %p0 = icmp ne i32 %b0, 0
  %v0 = call i32 @heddle.vote.ballot(i1 %p0, i32 -1)
  %o0 = add nsw i32 %b0, -1
  %a0 = xor i32 %o0, %v0
  %x1 = lshr i32 %x, 3
  %b1 = and i32 %x1, 1
  %p1 = icmp ne i32 %b1, 0
  %v1 = call i32 @heddle.vote.ballot(i1 %p1, i32 -1)
  %o1 = add nsw i32 %b1, -1
  %a1 = xor i32 %o1, %v1
  %s1 = and i32 %a1, %a0
  %x2 = lshr i32 %x, 4
  %b2 = and i32 %x2, 1
  %p2 = icmp ne i32 %b2, 0
  %v2 = call i32 @heddle.vote.ballot(i1 %p2, i32 -1)
  %o2 = add nsw i32 %b2, -1
  %a2 = xor i32 %o2, %v2
  %s2 = and i32 %a2, %s1
  ret i32 %s2
}
