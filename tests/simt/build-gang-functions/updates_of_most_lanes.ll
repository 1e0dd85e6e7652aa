; Where most lanes of a gang update shared memory, all lanes do: the inactive ones add nothing, at
; the place of an active one. Where few are active, a loop runs over them.
; RUN: simt-opt --passes='function(canonicalise-control-flow),build-gang-functions' --block=64 --width=4 %s | FileCheck %s
declare i32 @heddle.tid.x() memory(none)
declare ptr @heddle.shared.base() memory(none)

; CHECK-LABEL: define internal void @block.gang
; CHECK: [[BITS:%[^ ]+]] = bitcast <4 x i1> [[MASK:%[^ ]+]] to i4
; CHECK: [[COUNT:%[^ ]+]] = call i4 @llvm.ctpop.i4(i4 [[BITS]])
; CHECK: [[ARE_MOST:%[^ ]+]] = icmp ugt i4 [[COUNT]], 2
; CHECK: br i1 [[ARE_MOST]], label %most.lanes, label %few.lanes
; CHECK: most.lanes:
; CHECK: call i4 @llvm.cttz.i4(i4 [[BITS]], i1 true)
; CHECK: [[PLACES:%[^ ]+]] = select <4 x i1> [[MASK]], <4 x i32> {{.*}}
; CHECK: [[ADDED:%[^ ]+]] = select <4 x i1> [[MASK]], <4 x i32> {{.*}}, <4 x i32> zeroinitializer
; CHECK-COUNT-4: store i32 {{.*}}, align 4
; CHECK: br label %lanes.done
; CHECK: few.lanes:
; CHECK: lane.body:
; CHECK-COUNT-1: store i32 {{.*}}, align 4
define void @k(ptr noalias readonly %params) "heddle-kernel" {
entry:
  %t = call i32 @heddle.tid.x()
  %digit = mul i32 %t, %t
  %counts = icmp ult i32 %digit, 1000
  br i1 %counts, label %count, label %done
count:
  %shared = call ptr @heddle.shared.base()
  %index = zext i32 %digit to i64
  %bin = getelementptr i32, ptr %shared, i64 %index
  %before = atomicrmw add ptr %bin, i32 %t monotonic, align 4, !heddle.block_private !0
  br label %done
done:
  ret void
}
!0 = !{}
