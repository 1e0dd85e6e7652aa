; Ballots stay where members are not all lanes, where the bits have gaps, and where one of them is used for
; something else.
; RUN: simt-opt --passes='function(fold-ballots)' %s | FileCheck %s
declare i32 @heddle.vote.ballot(i1, i32)
; CHECK-LABEL: @someMembers
; CHECK-NOT: @heddle.match
; CHECK-COUNT-3: @heddle.vote.ballot
define i32 @someMembers(i32 %x, i32 %members) {
  %b0 = and i32 %x, 1
  %p0 = icmp ne i32 %b0, 0
  %v0 = call i32 @heddle.vote.ballot(i1 %p0, i32 %members)
  %n0 = xor i1 %p0, true
  %o0 = sext i1 %n0 to i32
  %a0 = xor i32 %v0, %o0
  %b1 = and i32 %x, 2
  %p1 = icmp ne i32 %b1, 0
  %v1 = call i32 @heddle.vote.ballot(i1 %p1, i32 %members)
  %n1 = xor i1 %p1, true
  %o1 = sext i1 %n1 to i32
  %a1 = xor i32 %v1, %o1
  %s1 = and i32 %a0, %a1
  %b2 = and i32 %x, 4
  %p2 = icmp ne i32 %b2, 0
  %v2 = call i32 @heddle.vote.ballot(i1 %p2, i32 %members)
  %n2 = xor i1 %p2, true
  %o2 = sext i1 %n2 to i32
  %a2 = xor i32 %v2, %o2
  %s2 = and i32 %s1, %a2
  ret i32 %s2
}
; CHECK-LABEL: @gap
; CHECK-NOT: @heddle.match
; CHECK-COUNT-3: @heddle.vote.ballot
define i32 @gap(i32 %x) {
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
  %b2 = and i32 %x, 8
  %p2 = icmp ne i32 %b2, 0
  %v2 = call i32 @heddle.vote.ballot(i1 %p2, i32 -1)
  %n2 = xor i1 %p2, true
  %o2 = sext i1 %n2 to i32
  %a2 = xor i32 %v2, %o2
  %s2 = and i32 %s1, %a2
  ret i32 %s2
}
; CHECK-LABEL: @otherUse
; CHECK-NOT: @heddle.match
; CHECK-COUNT-3: @heddle.vote.ballot
define i32 @otherUse(i32 %x) {
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
  %result = add i32 %s2, %v1
  ret i32 %result
}
