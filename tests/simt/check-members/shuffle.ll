; A lane that takes part in a shuffle has to be among the members.
; RUN: simt-opt --passes='check-members' %s | FileCheck %s
; CHECK: [[SITE:@site.*]] = private unnamed_addr constant {{.*}} c"barrier 0 warp\00"
define void @k(ptr noalias readonly %params) "heddle-kernel" {
; CHECK: [[LANE:%.*]] = call {{.*}}i32 @heddle.laneid()
; CHECK: [[BIT:%.*]] = shl i32 1, [[LANE]]
; CHECK: [[NAMED:%.*]] = and i32 %members, [[BIT]]
; CHECK: %absent = icmp eq i32 [[NAMED]], 0
; CHECK: br i1 %absent
; CHECK: call void @heddle_check_members(i32 %members, ptr [[SITE]])
; CHECK: call { i32, i1 } @heddle.shfl.idx(i32 1, i32 0, i32 31, i32 %members)
  %members = load i32, ptr %params, align 4, !invariant.load !0
  %r = call { i32, i1 } @heddle.shfl.idx(i32 1, i32 0, i32 31, i32 %members)
  ret void
}
declare { i32, i1 } @heddle.shfl.idx(i32, i32, i32, i32)
!0 = !{}
