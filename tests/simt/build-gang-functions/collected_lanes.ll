; What lanes get one after the other is stored in an array where a vector of it fills several registers, all of which
; would be copied for each lane. In one register a lane is inserted.
; RUN: simt-opt --passes=build-gang-functions --block=64 --width=16 --register-bits=128 %s | FileCheck %s --check-prefixes=CHECK,ARRAY
; RUN: simt-opt --passes=build-gang-functions --block=64 --width=16 --register-bits=512 %s | FileCheck %s --check-prefixes=CHECK,VECTOR
; CHECK: define internal void @block.gang
; CHECK: lane.body:
; CHECK: %[[LANE:.*]] = zext i16 %{{.*}} to i32
; CHECK: %[[OLD:.*]] = atomicrmw add ptr %counter, i32 1 monotonic
; ARRAY: %[[PLACE:.*]] = getelementptr i32, ptr %lanes, i32 %[[LANE]]
; ARRAY-NEXT: store i32 %[[OLD]], ptr %[[PLACE]]
; VECTOR: insertelement <16 x i32> %{{.*}}, i32 %[[OLD]], i32 %[[LANE]]
; ARRAY: load <16 x i32>, ptr %lanes
declare i32 @heddle.tid.x() memory(none)
define void @k(ptr noalias readonly %params) "heddle-kernel" {
  %counter = load ptr, ptr %params, !invariant.load !0
  %tid = call range(i32 0, 64) i32 @heddle.tid.x()
  %old = atomicrmw add ptr %counter, i32 1 monotonic, align 4
  %i = zext nneg i32 %tid to i64
  %to = getelementptr i32, ptr %counter, i64 %i
  store i32 %old, ptr %to
  ret void
}
!0 = !{}
