; In the first step the gangs 0 and 2 store what these gangs exchange in the second one, and so do 1 and 3, 4 and 6,
; 5 and 7. The gangs of such groups are no constant distance from those of the next group, but those of two groups
; are from those of the two after them. So the loop has two rounds, each with two groups.
; RUN: simt-opt --passes=build-block-function --block=128 --width=16 --register-bits=512 %s | FileCheck %s
; CHECK-LABEL: define i32 @block(
; CHECK: gangs:
; CHECK-COUNT-2: call i32 @block.gang.region0(
; CHECK-COUNT-2: call i32 @block.gang.region1(
; CHECK-COUNT-2: call i32 @block.gang.region0(
; CHECK-COUNT-2: call i32 @block.gang.region1(
; CHECK-NOT: call
; CHECK: icmp ult i32 %{{.*}}, 2
declare void @heddle.gang.barrier(i32, i32)
define internal void @block.gang(ptr %context, i32 %gang) "heddle-gang" {
  %shared.field = getelementptr i8, ptr %context, i64 8
  %shared = load ptr, ptr %shared.field, !invariant.load !0
  %place = shl i32 %gang, 6
  %to = getelementptr i8, ptr %shared, i32 %place
  store <16 x i32> zeroinitializer, ptr %to, align 4
  call void @heddle.gang.barrier(i32 0, i32 0)
  %own.place = shl i32 %gang, 6
  %own.at = getelementptr i8, ptr %shared, i32 %own.place
  %other = xor i32 %gang, 2
  %other.place = shl i32 %other, 6
  %other.at = getelementptr i8, ptr %shared, i32 %other.place
  %own = load <16 x i32>, ptr %own.at, align 4
  %value = load <16 x i32>, ptr %other.at, align 4
  %sum = add <16 x i32> %own, %value
  store <16 x i32> %sum, ptr %own.at, align 4
  ret void
}
!0 = !{}
