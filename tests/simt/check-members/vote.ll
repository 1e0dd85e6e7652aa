; The mask is the last argument of votes, matches and sums, too. One that is constant but does not name all
; lanes is checked.
; RUN: simt-opt --passes='check-members' %s | FileCheck %s
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK: call void @heddle_check_members(i32 65535,
; CHECK: call i1 @heddle.vote.any(i1 true, i32 65535)
; CHECK: call void @heddle_check_members(i32 255,
; CHECK: call i32 @heddle.redux.add(i32 1, i32 255)
  %v = call i1 @heddle.vote.any(i1 true, i32 65535)
  %s = call i32 @heddle.redux.add(i32 1, i32 255)
  ret void
}
declare i1 @heddle.vote.any(i1, i32)
declare i32 @heddle.redux.add(i32, i32)
