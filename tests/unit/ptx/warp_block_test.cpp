// What several threads do together: waiting on an mbarrier, and functions behind pointers.
#include "warp_harness.h"

#include <array>
#include <gtest/gtest.h>
#include <vector>

namespace heddle::ptx::testing {
namespace {

// A producer warp hands rounds of data to three consumer warps through two mbarriers.
TEST(Mbarrier, ProducerAndConsumers) {
  const char* text = R"(
.visible .entry k(.param .u64 out) {
  .shared .align 8 .b64 full; .shared .align 8 .b64 empty; .shared .align 16 .b8 data[128];
  .reg .b64 %rd<4>; .reg .b32 %r<12>; .reg .pred %p<4>;
  mov.u32 %r0, %tid.x;
  setp.ne.u32 %p0, %r0, 0;
  @%p0 bra ready;
  mbarrier.init.shared.b64 [full], 32;
  mbarrier.init.shared.b64 [empty], 96;
ready:
  bar.sync 0;
  mov.u32 %r1, 0;            // round
  mov.u32 %r2, 0;            // sum
  shr.u32 %r3, %r0, 5;
  and.b32 %r4, %r0, 31;
  mov.u32 %r5, data;
  mad.lo.u32 %r6, %r4, 4, %r5;
  setp.eq.u32 %p1, %r3, 0;
  @!%p1 bra consume;
produce:
  and.b32 %r7, %r1, 1;
  xor.b32 %r7, %r7, 1;
wait_empty:
  mbarrier.try_wait.parity.shared.b64 %p2, [empty], %r7;
  @!%p2 bra wait_empty;
  mad.lo.u32 %r8, %r1, 1000, %r4;
  st.shared.u32 [%r6], %r8;
  mbarrier.arrive.shared.b64 _, [full];
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p3, %r1, 5;
  @%p3 bra produce;
  bra done;
consume:
  and.b32 %r7, %r1, 1;
wait_full:
  mbarrier.try_wait.parity.shared.b64 %p2, [full], %r7;
  @!%p2 bra wait_full;
  ld.shared.u32 %r8, [%r6];
  mad.lo.u32 %r2, %r2, 3, %r8;
  mbarrier.arrive.shared.b64 _, [empty];
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p3, %r1, 5;
  @%p3 bra consume;
done:
  ld.param.u64 %rd0, [out];
  mad.wide.u32 %rd0, %r0, 4, %rd0;
  st.global.u32 [%rd0], %r2;
  ret;
})";
  std::vector<std::uint32_t> out(128, 99);
  std::array arguments = {addressOf(out)};
  WarpProgram(text).run("k", 128, arguments);
  for (unsigned thread = 0; thread < 128; ++thread) {
    std::uint32_t wanted = 0;
    for (unsigned round = 0; round < 5 && thread >= 32; ++round)
      wanted = wanted * 3 + round * 1000 + thread % 32;
    EXPECT_EQ(out[thread], wanted) << thread;
  }
}

// Generated code calls memcpy of the host, whatever a device function of that name does.
TEST(Functions, MayBeNamedAsThoseOfTheCLibrary) {
  const char* text = R"(
.func (.param .b32 r) memcpy(.param .b32 x) {
  .reg .b32 %r;
  ld.param.u32 %r, [x];
  add.u32 %r, %r, 1;
  st.param.b32 [r], %r;
  ret;
}
.visible .entry k(.param .u64 n) {
  .reg .b64 %rd<2>; .reg .b32 %r<2>;
  ld.param.u64 %rd0, [n];
  ld.u32 %r0, [%rd0];
  mov.u64 %rd1, memcpy;
  { .param .b32 p; st.param.b32 [p], %r0; .param .b32 q;
    proto: .callprototype (.param .b32 _) _ (.param .b32 _);
    call (q), %rd1, (p), proto; ld.param.b32 %r1, [q]; }
  st.u32 [%rd0], %r1;
  ret;
})";
  std::vector<std::uint32_t> n = {7};
  WarpProgram(text).run("k", 1, std::array{addressOf(n)});
  EXPECT_EQ(n[0], 8U);
}

// What GCC's -muniform-simt makes of `n = n + 1` in a function that meets other threads: the lanes
// of the warp load before any of them stores.
TEST(Warp, LanesThatDoTheSameCountOnce) {
  const char* text = R"(
.visible .shared .align 4 .b32 __nvptx_uni[32];
.func count(.param .b64 n) {
  .reg .b64 %rd; .reg .b32 %r;
  ld.param.u64 %rd, [n];
  bar.sync 0;
  ld.u32 %r, [%rd];
  add.u32 %r, %r, 1;
  st.u32 [%rd], %r;
  ret;
}
.visible .entry k(.param .u64 n) {
  .reg .b64 %rd<3>;
  ld.param.u64 %rd0, [n];
  mov.u64 %rd1, count;
  { .param .b64 p; st.param.b64 [p], %rd0;
    proto: .callprototype _ (.param .b64 _);
    call %rd1, (p), proto; }
  ret;
})";
  std::vector<std::uint32_t> n(1);
  WarpProgram(text).run("k", 32, std::array{addressOf(n)});
  EXPECT_EQ(n[0], 1U);
}

// In uniform SIMT code a kernel calls functions that are compiled on their own, and shares
// variables with them, also those that it alone uses beside them.
TEST(Functions, OfUniformSimtCodeShareVariablesWithTheKernel) {
  const char* text = R"(
.visible .shared .align 4 .b32 __nvptx_uni[32];
.shared .align 4 .b32 own;
.shared .align 4 .b32 both;
.func add(.param .b64 out) {
  .reg .b64 %rd; .reg .b32 %r<3>;
  ld.param.u64 %rd, [out];
  bar.sync 0;
  ld.shared.u32 %r0, [both];
  st.u32 [%rd], %r0;
  ret;
}
.visible .entry k(.param .u64 out) {
  .reg .b64 %rd; .reg .b32 %r<3>; .reg .pred %p;
  ld.param.u64 %rd, [out];
  mov.u32 %r0, %tid.x;
  setp.ne.u32 %p, %r0, 0;
  @%p bra go;
  st.shared.u32 [own], 3;
  st.shared.u32 [both], 4;
go:
  { .param .b64 p; st.param.b64 [p], %rd; call.uni add, (p); }
  ld.shared.u32 %r1, [own];
  st.u32 [%rd+4], %r1;
  ret;
})";
  std::vector<std::uint32_t> out(2);
  WarpProgram(text).run("k", 64, std::array{addressOf(out)});
  EXPECT_EQ(out[0], 4U);
  EXPECT_EQ(out[1], 3U);
}

// A loop in a function behind a pointer that waits for another thread lets that one run.
TEST(Functions, BehindPointersWaitForOtherThreads) {
  const char* text = R"(
.func hand_over(.param .b64 flag) {
  .reg .b64 %rd; .reg .b32 %r<3>; .reg .pred %p<2>;
  ld.param.u64 %rd, [flag];
  bar.sync 0;
  mov.u32 %r0, %tid.x;
  setp.eq.u32 %p0, %r0, 63;
  @%p0 bra set;
again:
  ld.volatile.u32 %r1, [%rd];
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra again;
  ret;
set:
  st.volatile.u32 [%rd], 5;
  ret;
}
.visible .entry k(.param .u64 flag) {
  .reg .b64 %rd<3>;
  ld.param.u64 %rd0, [flag];
  mov.u64 %rd1, hand_over;
  { .param .b64 p; st.param.b64 [p], %rd0;
    proto: .callprototype _ (.param .b64 _);
    call %rd1, (p), proto; }
  ret;
})";
  std::vector<std::uint32_t> flag(1);
  WarpProgram(text).run("k", 64, std::array{addressOf(flag)});
  EXPECT_EQ(flag[0], 5U);
}

} // namespace
} // namespace heddle::ptx::testing
