// mbarrier objects, bulk copies, vector atomics and the thread's stack.
#include "harness.h"

#include <array>
#include <bit>
#include <gtest/gtest.h>
#include <vector>

namespace heddle::ptx::testing {
namespace {

using Widths = Snippet::Widths;

std::string kernel(const std::string& body) {
  return ".visible .entry k(.param .u64 p) { .reg .b64 %rd<6>; .reg .b32 %r<6>; .reg .pred %p<6>;"
         ".shared .align 8 .b64 bar; .shared .align 16 .b8 data[64]; ld.param.u64 %rd0, [p];" +
         body + " ret; }";
}

// Stores whether the object's phase of parity 0 has completed.
std::string test(int index) {
  std::string slot = std::to_string(index * 4);
  return "mbarrier.test_wait.parity.shared.b64 %p0, [bar], 0; selp.u32 %r0, 1, 0, %p0;"
         "st.global.u32 [%rd0+" +
         slot + "], %r0;";
}

std::vector<std::uint32_t> run(const std::string& body) {
  std::vector<std::uint32_t> out(64);
  std::uint64_t address = reinterpret_cast<std::uint64_t>(out.data());
  Program(kernel(body), "k").run(&address);
  return out;
}

TEST(Mbarrier, CompletesWithTheLastArrival) {
  auto out = run("mbarrier.init.shared.b64 [bar], 3;"
                 "mbarrier.arrive.shared.b64 %rd1, [bar];" +
                 test(0) + "mbarrier.arrive.noComplete.shared.b64 %rd2, [bar], 1;" + test(1) +
                 "mbarrier.pending_count.b64 %r1, %rd2; st.global.u32 [%rd0+8], %r1;"
                 "mbarrier.arrive.shared.b64 _, [bar];" +
                 test(3) +
                 "mbarrier.try_wait.shared.b64 %p1, [bar], %rd1; selp.u32 %r0, 1, 0, %p1;"
                 "st.global.u32 [%rd0+16], %r0;"
                 "mbarrier.arrive.release.cta.shared.b64 %rd3, [bar], 2;"
                 "mbarrier.test_wait.shared.b64 %p1, [bar], %rd3; selp.u32 %r0, 1, 0, %p1;"
                 "st.global.u32 [%rd0+20], %r0;" +
                 test(6) + "mbarrier.arrive_drop.shared.b64 %rd3, [bar];" + test(7) +
                 "mbarrier.arrive.shared.b64 %rd4, [bar]; mbarrier.arrive.shared.b64 %rd4, [bar];" +
                 test(8) + "mbarrier.inval.shared.b64 [bar];");
  EXPECT_EQ(out[0], 0U);
  EXPECT_EQ(out[1], 0U);
  EXPECT_EQ(out[2], 2U); // before the second arrival
  EXPECT_EQ(out[3], 1U);
  EXPECT_EQ(out[4], 1U);
  EXPECT_EQ(out[5], 0U);
  EXPECT_EQ(out[6], 1U); // the phase before is complete, the present one is odd
  EXPECT_EQ(out[7], 0U); // the odd phase is over
  EXPECT_EQ(out[8], 1U); // with one thread less, two arrivals are enough
}

TEST(Mbarrier, WaitsForTransactions) {
  auto out = run("mbarrier.init.shared::cta.b64 [bar], 1;"
                 "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 48;" +
                 test(0) + "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 32;" + test(1) +
                 "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 16;" + test(2) +
                 "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 8;"
                 "mbarrier.arrive.shared.b64 _, [bar];"
                 "mbarrier.test_wait.parity.acquire.cta.shared.b64 %p0, [bar], 1;"
                 "selp.u32 %r0, 1, 0, %p0; st.global.u32 [%rd0+12], %r0;");
  EXPECT_EQ(out[0], 0U);
  EXPECT_EQ(out[1], 0U);
  EXPECT_EQ(out[2], 1U);
  EXPECT_EQ(out[3], 0U);
}

// The address of an mbarrier of the cluster is an offset, like that of the block's own.
TEST(Mbarrier, ArrivesAtAddressesOfTheCluster) {
  auto out = run("mbarrier.init.shared::cta.b64 [bar], 2; mov.u32 %r2, bar;"
                 "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r2];" +
                 test(0) + "mbarrier.arrive.shared::cluster.b64 _, [%r2];" + test(1));
  EXPECT_EQ(out[0], 0U);
  EXPECT_EQ(out[1], 1U);
}

TEST(Mbarrier, BulkCopies) {
  std::vector<std::uint32_t> out(64);
  for (unsigned i = 0; i < 16; ++i)
    out[16 + i] = 100 + i;
  std::uint64_t address = reinterpret_cast<std::uint64_t>(out.data());
  Program(kernel("mbarrier.init.shared.b64 [bar], 1; add.u64 %rd1, %rd0, 64; mov.u32 %r1, data;"
                 "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], "
                 "48, [bar];" +
                 test(0) + "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 48;" + test(1) +
                 "add.u64 %rd2, %rd0, 128; fence.proxy.async.shared::cta;"
                 "cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r1], 32;"
                 "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;"),
          "k")
      .run(&address);
  EXPECT_EQ(out[0], 0U);
  EXPECT_EQ(out[1], 1U);
  for (unsigned i = 0; i < 8; ++i)
    EXPECT_EQ(out[32 + i], 100 + i);
  EXPECT_EQ(out[40], 0U);
}

TEST(Mbarrier, StoresThatComplete) {
  auto out = run("mbarrier.init.shared.b64 [bar], 1; mov.u32 %r1, data; mov.u32 %r2, bar;"
                 "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 12;"
                 "mov.u32 %r3, 5; mov.u32 %r4, 6;"
                 "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%r1], {%r3, %r4}, "
                 "[%r2];" +
                 test(0) +
                 "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1+8], %r4, "
                 "[%r2];" +
                 test(1) +
                 "ld.shared.u32 %r3, [data+4]; st.global.u32 [%rd0+8], %r3;"
                 "ld.shared.u32 %r3, [data+8]; st.global.u32 [%rd0+12], %r3;");
  EXPECT_EQ(out[0], 0U);
  EXPECT_EQ(out[1], 1U);
  EXPECT_EQ(out[2], 6U);
  EXPECT_EQ(out[3], 6U);
}

TEST(Mbarrier, ArrivalOfCopies) {
  auto out = run("mbarrier.init.shared.b64 [bar], 1; cp.async.mbarrier.arrive.shared.b64 [bar];" +
                 test(0) + "cp.async.mbarrier.arrive.noinc.shared.b64 [bar];" + test(1));
  EXPECT_EQ(out[0], 0U);
  EXPECT_EQ(out[1], 1U);
}

TEST(VectorAtomics, ElementByElement) {
  std::array<float, 4> floats = {1, 2, 3, 4};
  struct {
    std::uint64_t floats, halves, old;
  } parameters;
  std::array<std::uint16_t, 8> halves = {0x3c00, 0x4000, 0x4200, 0x4400, 0, 0xbc00, 0x7c00, 0x7fff};
  std::array<float, 4> old{};
  parameters = {reinterpret_cast<std::uint64_t>(floats.data()),
                reinterpret_cast<std::uint64_t>(halves.data()),
                reinterpret_cast<std::uint64_t>(old.data())};
  Program(".visible .entry k(.param .u64 f, .param .u64 h, .param .u64 o) {"
          ".reg .b64 %rd<4>; .reg .f32 %f<8>; .reg .b16 %h<8>; .reg .b32 %r<4>;"
          "ld.param.u64 %rd0, [f]; ld.param.u64 %rd1, [h]; ld.param.u64 %rd2, [o];"
          "mov.f32 %f0, 0f3f800000; mov.f32 %f1, 0f40000000;"
          "atom.global.add.v4.f32 {%f4,%f5,%f6,%f7}, [%rd0], {%f0,%f1,%f0,%f1};"
          "st.global.v4.f32 [%rd2], {%f4,%f5,%f6,%f7};"
          "red.relaxed.gpu.global.add.v2.f32 [%rd0], {%f0,%f0};"
          "mov.b16 %h0, 0x4100; mov.b16 %h1, 0x4100;"
          "red.global.max.noftz.v4.f16 [%rd1], {%h0,%h1,%h0,%h1};"
          "mov.b32 %r0, 0x3c003c00;"
          "red.global.add.noftz.v2.f16x2 [%rd1+8], {%r0,%r0}; ret; }",
          "k")
      .run(&parameters);
  EXPECT_EQ(old, (std::array<float, 4>{1, 2, 3, 4}));
  EXPECT_EQ(floats, (std::array<float, 4>{3, 5, 4, 6}));
  EXPECT_EQ((std::array<std::uint16_t, 6>{halves[0], halves[1], halves[2], halves[3], halves[4],
                                          halves[5]}),
            (std::array<std::uint16_t, 6>{0x4100, 0x4100, 0x4200, 0x4400, 0x3c00, 0}));
  EXPECT_EQ(halves[6], 0x7c00);
  EXPECT_EQ(halves[7] & 0x7e00, 0x7e00);
}

TEST(MixedPrecision, WidensFirst) {
  auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
  Snippet add("{ .reg .f32 %x; mov.b32 %x, %b; add.rz.f32.f16 %x, %a, %x; mov.b32 %d, %x; }",
              Widths{.a = 16});
  EXPECT_EQ(add(0x3c00, bits(1e-9f)), bits(1.0f));
  Snippet sub("{ .reg .f32 %x; mov.b32 %x, %b; sub.f32.bf16 %x, %a, %x; mov.b32 %d, %x; }",
              Widths{.a = 16});
  EXPECT_EQ(sub(0x4040, bits(0.125f)), bits(2.875f));
  Snippet fma("{ .reg .f32 %x; mov.b32 %x, %c; fma.rn.sat.f32.f16 %x, %a, %b, %x; "
              "mov.b32 %d, %x; }",
              Widths{.a = 16, .b = 16});
  EXPECT_EQ(fma(0x4000, 0x3400, bits(0.25f)), bits(0.75f));
  EXPECT_EQ(fma(0x4000, 0x4400, bits(0.25f)), bits(1.0f));
}

TEST(Stack, AllocaSaveRestore) {
  auto out = run("stacksave.u64 %rd1; alloca.u64 %rd2, 16, 32; alloca.u64 %rd3, 8;"
                 "st.local.u32 [%rd2], 7; st.local.u32 [%rd3], 9; ld.local.u32 %r1, [%rd2];"
                 "st.global.u32 [%rd0], %r1; stackrestore.u64 %rd1; alloca.u64 %rd4, 16, 32;"
                 "sub.u64 %rd5, %rd4, %rd2; st.global.u64 [%rd0+8], %rd5;"
                 "sub.u64 %rd5, %rd3, %rd2; st.global.u64 [%rd0+16], %rd5;"
                 "and.b64 %rd5, %rd2, 31; st.global.u64 [%rd0+24], %rd5;");
  EXPECT_EQ(out[0], 7U);
  EXPECT_EQ(out[2], 0U);
  EXPECT_EQ(out[4], 16U);
  EXPECT_EQ(out[6], 0U);
}

} // namespace
} // namespace heddle::ptx::testing
