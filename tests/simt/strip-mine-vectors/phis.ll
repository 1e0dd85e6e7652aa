; The values of phis lie in memory, and are copied there at the end of the blocks that they come from.
; RUN: simt-opt --passes='function(strip-mine-vectors)' --strip-mined --register-bits=128 %s | FileCheck %s
; What only the phi uses is written to the phi's memory where it is made: the block has one loop. Nothing is
; copied for a value that is undefined.
; CHECK-LABEL: @gathered
; CHECK: {{^}}active:
; CHECK: {{^}}strip{{.*}}:
; CHECK: load i32
; CHECK: br i1
; CHECK-NOT: {{^}}strip
; CHECK: {{^}}join:
; CHECK: {{^}}strip{{.*}}:
; CHECK: load <4 x i32>, ptr %{{.*}}, align 16
define void @gathered(i1 %isActive, <32 x ptr> %from, ptr %to) {
entry:
  br i1 %isActive, label %active, label %none
active:
  %value = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %from, i32 4, <32 x i1> splat (i1 true), <32 x i32> poison)
  br label %join
none:
  br label %join
join:
  %joined = phi <32 x i32> [ %value, %active ], [ undef, %none ]
  store <32 x i32> %joined, ptr %to, align 4
  ret void
}
; The phi of a loop is still read in the block that makes its next value, so that this one has memory of its own and
; is copied at the end.
; CHECK-LABEL: @followed
; CHECK: {{^}}loop:
; CHECK: %[[EACH:.*]] = load ptr, ptr %{{.*}}, align 8
; CHECK: %[[NEXT:.*]] = load ptr, ptr %[[EACH]], align 8
; CHECK: store ptr %[[NEXT]], ptr %{{.*}}, align 8
; CHECK: store i32 1
; CHECK: {{^}}strip{{.*}}:
; CHECK: %[[COPY:.*]] = load <4 x ptr>, ptr %{{.*}}, align 16
; CHECK: store <4 x ptr> %[[COPY]]
; CHECK: {{^}}done:
define void @followed(<32 x ptr> %first, ptr %more) {
entry:
  br label %loop
loop:
  %each = phi <32 x ptr> [ %first, %entry ], [ %next, %loop ]
  %next = call <32 x ptr> @llvm.masked.gather.v32p0.v32p0(<32 x ptr> %each, i32 8, <32 x i1> splat (i1 true), <32 x ptr> poison)
  call void @llvm.masked.scatter.v32i32.v32p0(<32 x i32> splat (i32 1), <32 x ptr> %each, i32 4, <32 x i1> splat (i1 true))
  %isMore = load volatile i1, ptr %more, align 1
  br i1 %isMore, label %loop, label %done
done:
  ret void
}
declare <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr>, i32, <32 x i1>, <32 x i32>)
declare <32 x ptr> @llvm.masked.gather.v32p0.v32p0(<32 x ptr>, i32, <32 x i1>, <32 x ptr>)
declare void @llvm.masked.scatter.v32i32.v32p0(<32 x i32>, <32 x ptr>, i32, <32 x i1>)
