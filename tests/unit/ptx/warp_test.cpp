// What a thread cannot do alone: the heddle.* functions and their declarations.
#include "harness.h"

#include <gtest/gtest.h>

namespace heddle::ptx::testing {
namespace {

using Widths = Snippet::Widths;

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

std::string kernel(const std::string& body) {
  return loweredText(".visible .entry k(.param .u64 p) { .reg .b64 %rd<4>; .reg .b32 %r<8>;"
                     ".reg .pred %p<4>; ld.param.u64 %rd0, [p]; ld.global.u32 %r7, [%rd0];"
                     "setp.ne.u32 %p3, %r7, 0;" +
                         body + " st.global.u32 [%rd0], %r0; st.global.u64 [%rd0+8], %rd1; ret; }",
                     "k");
}

TEST(Warp, SpecialRegisters) {
  std::string ir = kernel("mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.y; add.u32 %r0, %r0, %r1;"
                          "mov.u32 %r1, %laneid; add.u32 %r0, %r0, %r1; mov.u64 %rd1, %clock64;"
                          "mov.u32 %r1, %lanemask_lt; add.u32 %r0, %r0, %r1; mov.u32 %r2, %clock;"
                          "add.u32 %r0, %r0, %r2;");
  EXPECT_TRUE(contains(ir, "range(i32 0, 1024) i32 @heddle.tid.x()")) << ir;
  EXPECT_TRUE(contains(ir, "@heddle.ctaid.y()"));
  EXPECT_TRUE(contains(ir, "@heddle.lanemask.lt()"));
  EXPECT_TRUE(contains(ir, "call i64 @heddle.clock64()"));
  for (const char* constant : {"heddle.tid.x", "heddle.ctaid.y", "heddle.lanemask.lt"})
    EXPECT_TRUE(contains(attributesOf(ir, constant), "speculatable")) << constant << "\n" << ir;
  EXPECT_FALSE(contains(attributesOf(ir, "heddle.clock64"), "speculatable")) << ir;
  EXPECT_FALSE(contains(attributesOf(ir, "heddle.tid.x"), "convergent")) << ir;
}

TEST(Warp, Barriers) {
  std::string ir = kernel("bar.sync 0; barrier.sync 1, 64; bar.arrive 2, 32; bar.warp.sync %r7;"
                          "bar.red.popc.u32 %r0, 0, %p3; bar.red.and.pred %p0, 1, 64, !%p3;"
                          "selp.b32 %r0, %r0, 5, %p0;");
  EXPECT_TRUE(contains(ir, "call void @heddle.barrier(i32 0, i32 0)")) << ir;
  EXPECT_TRUE(contains(ir, "call void @heddle.barrier(i32 1, i32 64)"));
  EXPECT_TRUE(contains(ir, "call void @heddle.barrier.arrive(i32 2, i32 32)"));
  EXPECT_TRUE(contains(ir, "call void @heddle.warp.barrier(i32"));
  EXPECT_TRUE(contains(ir, "call i32 @heddle.barrier.popc(i32 0, i32 0, i1"));
  EXPECT_TRUE(contains(ir, "call i1 @heddle.barrier.and(i32 1, i32 64, i1"));
  for (const char* barrier : {"heddle.barrier", "heddle.barrier.arrive", "heddle.warp.barrier",
                              "heddle.barrier.popc", "heddle.barrier.and"})
    EXPECT_TRUE(contains(attributesOf(ir, barrier), "convergent")) << barrier << "\n" << ir;
}

TEST(Warp, ClusterBarrierArrivesAndWaits) {
  std::string ir = kernel("barrier.cluster.arrive.release.aligned; mov.u32 %r0, 1;"
                          "barrier.cluster.wait.acquire.aligned;");
  EXPECT_TRUE(contains(ir, "call void @heddle.cluster.arrive()")) << ir;
  EXPECT_TRUE(contains(ir, "call void @heddle.cluster.wait()")) << ir;
}

TEST(Warp, ShufflesVotesMatchesReductions) {
  std::string ir = kernel(
      "shfl.sync.bfly.b32 %r0|%p0, %r7, 1, 31, -1; shfl.sync.up.b32 %r1, %r0, 2, 0, -1;"
      "vote.sync.ballot.b32 %r2, %p3, -1; vote.sync.all.pred %p1, !%p3, %r7; vote.sync.any.pred "
      "%p2, %p3, -1;"
      "match.any.sync.b32 %r3, %r7, -1; match.all.sync.b64 %r4|%p2, %rd0, -1; activemask.b32 %r5;"
      "redux.sync.min.u32 %r6, %r7, -1; redux.sync.add.s32 %r6, %r6, -1;"
      "add.u32 %r0, %r0, %r1; add.u32 %r0, %r0, %r2; add.u32 %r0, %r0, %r3; add.u32 %r0, %r0, %r4;"
      "add.u32 %r0, %r0, %r5; add.u32 %r0, %r0, %r6; @%p1 add.u32 %r0, %r0, 1;"
      "@%p2 add.u32 %r0, %r0, 1; @%p0 add.u32 %r0, %r0, 1;");
  EXPECT_TRUE(
      matches(ir, R"(call \{ i32, i1 \} @heddle\.shfl\.bfly\(i32 %\S+, i32 1, i32 31, i32 -1\))"))
      << ir;
  EXPECT_TRUE(
      matches(ir, R"(call \{ i32, i1 \} @heddle\.shfl\.up\(i32 %\S+, i32 2, i32 0, i32 -1\))"))
      << ir;
  EXPECT_TRUE(contains(ir, "call i32 @heddle.vote.ballot(i1"));
  EXPECT_TRUE(contains(ir, "call i1 @heddle.vote.all(i1"));
  EXPECT_TRUE(contains(ir, "call i1 @heddle.vote.any(i1"));
  EXPECT_TRUE(contains(ir, "call i32 @heddle.match.any.b32(i32"));
  EXPECT_TRUE(contains(ir, "call { i32, i1 } @heddle.match.all.b64(i64"));
  EXPECT_TRUE(contains(ir, "call i32 @heddle.activemask()"));
  EXPECT_TRUE(contains(ir, "call i32 @heddle.redux.umin(i32"));
  EXPECT_TRUE(contains(ir, "call i32 @heddle.redux.add(i32"));
}

TEST(Warp, FormsWithoutSyncMeanAllLanes) {
  std::string ir = loweredText(
      ".version 6.0\n.target sm_60\n.visible .entry k(.param .u64 p) { .reg .b64 %rd; .reg .b32 "
      "%r<3>; .reg .pred %p<2>; ld.param.u64 %rd, [p]; mov.u32 %r0, %tid.x;"
      "setp.eq.u32 %p0, %r0, 1; shfl.up.b32 %r1, %r0, 2, 0; vote.any.pred %p1, %p0;"
      "@%p1 st.global.u32 [%rd], %r1; ret; }",
      "k");
  EXPECT_TRUE(matches(ir, R"(@heddle\.shfl\.up\(i32 %\S+, i32 2, i32 0, i32 -1\))")) << ir;
  EXPECT_TRUE(contains(ir, "call i1 @heddle.vote.any(i1"));
}

TEST(Warp, OneLaneRuns) {
  Snippet ballot("{ .reg .pred %p; setp.ne.u32 %p, %a, 0; vote.sync.ballot.b32 %d, %p, -1; }");
  EXPECT_EQ(ballot(5), 1U);
  EXPECT_EQ(ballot(0), 0U);
  Snippet tid("mov.u32 %d, %ntid.x; { .reg .b32 %x; mov.u32 %x, %tid.w; add.u32 %d, %d, %x; }");
  EXPECT_EQ(tid(), 1U);
  Snippet clock("mov.u32 %d, %clock_hi;");
  EXPECT_EQ(clock(), 0x12345678U);
}

// One lane's own value comes back; NaN as the one NaN.
TEST(Warp, ReductionOfFloats) {
  auto code = [](const char* operation) {
    return std::string("{ .reg .f32 %x; mov.b32 %x, %a; redux.sync.") + operation +
           ".f32 %x, %x, -1; mov.b32 %d, %x; }";
  };
  for (const char* operation : {"min", "max", "min.NaN", "max.NaN"}) {
    Snippet redux(code(operation));
    for (std::uint32_t bits : {0U, 0x80000000U, 0x3f800000U, 0xbf800000U, 0x7f800000U, 0xff800000U})
      EXPECT_EQ(redux(bits), bits) << operation;
    EXPECT_EQ(redux(0x7fc00000), 0x7fffffffU) << operation;
    EXPECT_EQ(redux(0xffc00001), 0x7fffffffU) << operation;
  }
  Snippet absolute(code("min.abs"));
  EXPECT_EQ(absolute(0xbf800000), 0x3f800000U);
  std::string ir = kernel("{ .reg .f32 %x; mov.b32 %x, %r7; redux.sync.min.f32 %x, %x, -1;"
                          "mov.b32 %r0, %x; }");
  EXPECT_TRUE(contains(ir, "call i32 @heddle.redux.min(i32")) << ir;
}

} // namespace
} // namespace heddle::ptx::testing
