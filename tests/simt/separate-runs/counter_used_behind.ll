; Code behind the last update needs the address of its counter, so that there is one such update, behind both ways.
; RUN: simt-opt --passes='function(canonicalise-control-flow,separate-runs)' --block=64 --width=16 %s | FileCheck %s
; CHECK: separate:
; CHECK-COUNT-5: atomicrmw add ptr %{{.*}}, i32 1 monotonic
; CHECK-NOT: atomicrmw
; CHECK: br label %m5
; CHECK: m5:
; CHECK-NEXT: phi i32 {{.*}}[ 0, %separate ]
; CHECK: store ptr
declare i32 @heddle.tid.x() memory(none)
declare ptr @heddle.shared.base() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %shared = call ptr @heddle.shared.base()
  %tid = call i32 @heddle.tid.x()
  %data = load ptr, ptr %params, !invariant.load !0
  %at = getelementptr i64, ptr %data, i32 %tid
  %all = load i64, ptr %at
  %b0 = lshr i64 %all, 0
  %k0 = and i64 %b0, 255
  %b1 = lshr i64 %all, 8
  %k1 = and i64 %b1, 255
  %same0 = icmp eq i64 %k0, %k1
  br i1 %same0, label %m1, label %u0
u0:
  %p0 = getelementptr i32, ptr %shared, i64 %k0
  atomicrmw add ptr %p0, i32 1 monotonic, align 4, !heddle.block_private !0
  br label %m1
m1:
  %c1 = phi i32 [ 1, %entry ], [ 0, %u0 ]
  %b2 = lshr i64 %all, 16
  %k2 = and i64 %b2, 255
  %n1 = add i32 %c1, 1
  %same1 = icmp eq i64 %k1, %k2
  br i1 %same1, label %m2, label %u1
u1:
  %p1 = getelementptr i32, ptr %shared, i64 %k1
  atomicrmw add ptr %p1, i32 %n1 monotonic, align 4, !heddle.block_private !0
  br label %m2
m2:
  %c2 = phi i32 [ %n1, %m1 ], [ 0, %u1 ]
  %b3 = lshr i64 %all, 24
  %k3 = and i64 %b3, 255
  %n2 = add i32 %c2, 1
  %same2 = icmp eq i64 %k2, %k3
  br i1 %same2, label %m3, label %u2
u2:
  %p2 = getelementptr i32, ptr %shared, i64 %k2
  atomicrmw add ptr %p2, i32 %n2 monotonic, align 4, !heddle.block_private !0
  br label %m3
m3:
  %c3 = phi i32 [ %n2, %m2 ], [ 0, %u2 ]
  %b4 = lshr i64 %all, 32
  %k4 = and i64 %b4, 255
  %n3 = add i32 %c3, 1
  %same3 = icmp eq i64 %k3, %k4
  br i1 %same3, label %m4, label %u3
u3:
  %p3 = getelementptr i32, ptr %shared, i64 %k3
  atomicrmw add ptr %p3, i32 %n3 monotonic, align 4, !heddle.block_private !0
  br label %m4
m4:
  %c4 = phi i32 [ %n3, %m3 ], [ 0, %u3 ]
  %b5 = lshr i64 %all, 40
  %k5 = and i64 %b5, 255
  %n4 = add i32 %c4, 1
  %same4 = icmp eq i64 %k4, %k5
  br i1 %same4, label %m5, label %u4
u4:
  %p4 = getelementptr i32, ptr %shared, i64 %k4
  atomicrmw add ptr %p4, i32 %n4 monotonic, align 4, !heddle.block_private !0
  br label %m5
m5:
  %c5 = phi i32 [ %n4, %m4 ], [ 0, %u4 ]
  %n5 = add i32 %c5, 1
  %p5 = getelementptr i32, ptr %shared, i64 %k5
  atomicrmw add ptr %p5, i32 %n5 monotonic, align 4, !heddle.block_private !0
  store ptr %p5, ptr %data
  ret void
}
!0 = !{}
