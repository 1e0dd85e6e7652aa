; Lanes may read what other lanes write: a store behind a load has a loop of its own, unless the two cannot
; meet or meet only in the same lane.
; RUN: simt-opt --passes='function(strip-mine-vectors)' --strip-mined --register-bits=128 %s | FileCheck %s
; CHECK-LABEL: @mayMeet
; CHECK: strip:
; CHECK: load <4 x i32>
; CHECK: br i1
; CHECK: strip{{.+}}:
; CHECK: store <4 x i32> %{{.*}}, ptr %{{.*}}, align 4
define void @mayMeet(ptr %from, ptr %to) {
  %value = load <32 x i32>, ptr %from, align 4
  store <32 x i32> %value, ptr %to, align 4
  ret void
}
; CHECK-LABEL: @sameLane
; CHECK: strip:
; CHECK: %[[VALUE:.*]] = load <4 x i32>
; CHECK: %[[DOUBLE:.*]] = add <4 x i32> %[[VALUE]], %[[VALUE]]
; CHECK: store <4 x i32> %[[DOUBLE]]
; CHECK-NOT: {{^strip.+:}}
define void @sameLane(ptr %at) {
  %value = load <32 x i32>, ptr %at, align 4
  %double = add <32 x i32> %value, %value
  store <32 x i32> %double, ptr %at, align 4
  ret void
}
; Where the CPU has no gather, a loop over single lanes makes one, two lanes in each round; lanes that are not
; active read other memory.
; CHECK-LABEL: @gathers
; CHECK: %[[SCRATCH:.*]] = getelementptr inbounds i8, ptr %lanes
; CHECK: icmp slt <4 x i32>
; CHECK: strip{{.+}}:
; CHECK-COUNT-2: %[[SAFE:.*]] = select i1 %{{.*}}, ptr %{{.*}}, ptr
; CHECK-NOT: load <
; CHECK: add nuw nsw i64 %{{.*}}, 2
; CHECK: br i1
define void @gathers(<32 x ptr> %from, <32 x i32> %compared, ptr %to) {
  %active = icmp slt <32 x i32> %compared, splat (i32 5)
  %value = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %from, i32 4, <32 x i1> %active, <32 x i32> zeroinitializer)
  store <32 x i32> %value, ptr %to, align 4
  ret void
}
declare <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr>, i32, <32 x i1>, <32 x i32>)
; What does not depend on a gather comes before it, so that the loops of both get all their members. Addresses are
; computed lane by lane, since nobody else needs them.
; CHECK-LABEL: @twoGathers
; CHECK: strip:
; CHECK-NOT: <4 x i64>
; CHECK-COUNT-4: load i32
; CHECK: br i1
; CHECK: strip{{.+}}:
; CHECK: add <4 x i32>
; CHECK-NOT: {{^}}strip
define <32 x i32> @twoGathers(ptr %from, <32 x i64> %index) {
  %first = getelementptr i32, ptr %from, <32 x i64> %index
  %x = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %first, i32 4, <32 x i1> splat (i1 true), <32 x i32> poison)
  %next = add <32 x i64> %index, splat (i64 5)
  %second = getelementptr i32, ptr %from, <32 x i64> %next
  %y = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %second, i32 4, <32 x i1> splat (i1 true), <32 x i32> poison)
  %sum = add <32 x i32> %x, %y
  ret <32 x i32> %sum
}
; A load stays behind a masked store to the same memory, which is in a loop over single lanes.
; CHECK-LABEL: @storeFirst
; CHECK: store i32 7
; CHECK: br i1
; CHECK: strip{{.+}}:
; CHECK: load <4 x i32>, ptr %{{.*}}, align 4
define <32 x i32> @storeFirst(ptr %at, <32 x i1> %active) {
  call void @llvm.masked.store.v32i32.p0(<32 x i32> splat (i32 7), ptr %at, i32 4, <32 x i1> %active)
  %value = load <32 x i32>, ptr %at, align 4
  ret <32 x i32> %value
}
declare void @llvm.masked.store.v32i32.p0(<32 x i32>, ptr, i32, <32 x i1>)
; Addresses that are constant expressions have no elements to look at: they are stored whole and read lane by lane.
; CHECK-LABEL: @constantAddresses
; CHECK: store <32 x ptr> getelementptr
; CHECK: strip:
; CHECK: load ptr
@variable = external global [256 x i8], align 16
define void @constantAddresses(ptr %to) {
  %value = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> getelementptr (i8, ptr @variable, <32 x i64> <i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i64 8, i64 8, i64 8, i64 8, i64 8, i64 8, i64 8, i64 8, i64 16, i64 16, i64 16, i64 16, i64 16, i64 16, i64 16, i64 16, i64 24, i64 24, i64 24, i64 24, i64 24, i64 24, i64 24, i64 24>), i32 4, <32 x i1> splat (i1 true), <32 x i32> poison)
  store <32 x i32> %value, ptr %to, align 4
  ret void
}
; An address that is also stored as a value is computed in strips, and read lane by lane.
; CHECK-LABEL: @storedAddresses
; CHECK: strip:
; CHECK: getelementptr i32, ptr %from, <4 x i64>
; CHECK: store <4 x ptr>
; CHECK: {{^}}strip{{.+}}:
; CHECK: load ptr
; CHECK-NOT: getelementptr i32, ptr %from, i64
; CHECK: {{^}}}
define void @storedAddresses(ptr %from, <32 x i64> %index, ptr %to, ptr %addresses) {
  %each = getelementptr i32, ptr %from, <32 x i64> %index
  %value = call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> %each, i32 4, <32 x i1> splat (i1 true), <32 x i32> poison)
  store <32 x i32> %value, ptr %to, align 4
  store <32 x ptr> %each, ptr %addresses, align 8
  ret void
}
; Copies of 16 bytes run lane by lane.
; CHECK-LABEL: @wide
; CHECK: {{^}}strip{{.*}}:
; CHECK: %[[LOADED:.*]] = load i128, ptr %{{.*}}, align 16
; CHECK: %[[CHOSEN:.*]] = select i1 %{{.*}}, i128 %[[LOADED]], i128 0
; CHECK: store i128 %[[CHOSEN]], ptr %{{.*}}, align 16
; CHECK-NOT: masked
; CHECK: ret void
define void @wide(<32 x ptr> %from, <32 x ptr> %to, <32 x i1> %isInside) {
  %loaded = call <32 x i128> @llvm.masked.gather.v32i128.v32p0(<32 x ptr> %from, i32 16, <32 x i1> %isInside, <32 x i128> poison)
  %chosen = select <32 x i1> %isInside, <32 x i128> %loaded, <32 x i128> zeroinitializer
  call void @llvm.masked.scatter.v32i128.v32p0(<32 x i128> %chosen, <32 x ptr> %to, i32 16, <32 x i1> splat (i1 true))
  ret void
}
declare <32 x i128> @llvm.masked.gather.v32i128.v32p0(<32 x ptr>, i32, <32 x i1>, <32 x i128>)
declare void @llvm.masked.scatter.v32i128.v32p0(<32 x i128>, <32 x ptr>, i32, <32 x i1>)
