; The lanes that agree in each of the three lowest bits are those that match in all of them. Lanes that take no
; part are in the complement of each ballot, so they count as zeros.
; RUN: simt-opt --passes='function(fold-ballots)' %s | FileCheck %s
; CHECK-LABEL: @digit
; CHECK-NEXT: %[[KEY:.*]] = and i32 %x, 7
; CHECK-NEXT: %[[SAME:.*]] = call i32 @heddle.match.any.b32(i32 %[[KEY]], i32 -1)
; CHECK-NEXT: %[[PRESENT:.*]] = call i32 @heddle.vote.ballot(i1 true, i32 -1)
; CHECK-NEXT: %[[ZERO:.*]] = icmp eq i32 %[[KEY]], 0
; CHECK-NEXT: %[[ABSENT:.*]] = xor i32 %[[PRESENT]], -1
; CHECK-NEXT: %[[ADDED:.*]] = select i1 %[[ZERO]], i32 %[[ABSENT]], i32 0
; CHECK-NEXT: %[[ALL:.*]] = or i32 %[[SAME]], %[[ADDED]]
; CHECK-NEXT: %[[RESULT:.*]] = and i32 %[[ALL]], %below
; CHECK-NEXT: ret i32 %[[RESULT]]
declare i32 @heddle.vote.ballot(i1, i32)
define i32 @digit(i32 %x, i32 %below) {
  %b0 = and i32 %x, 1
  %p0 = icmp ne i32 %b0, 0
  %v0 = call i32 @heddle.vote.ballot(i1 %p0, i32 -1)
  %n0 = xor i1 %p0, true
  %o0 = sext i1 %n0 to i32
  %a0 = xor i32 %v0, %o0
  %b1 = and i32 %x, 2
  %p1 = icmp ne i32 %b1, 0
  %v1 = call i32 @heddle.vote.ballot(i1 %p1, i32 -1)
  %n1 = xor i1 %p1, true
  %o1 = sext i1 %n1 to i32
  %a1 = xor i32 %v1, %o1
  %s1 = and i32 %a0, %a1
  %b2 = and i32 %x, 4
  %p2 = icmp ne i32 %b2, 0
  %v2 = call i32 @heddle.vote.ballot(i1 %p2, i32 -1)
  %n2 = xor i1 %p2, true
  %o2 = sext i1 %n2 to i32
  %a2 = xor i32 %v2, %o2
  %s2 = and i32 %s1, %a2
  %result = and i32 %s2, %below
  ret i32 %result
}
