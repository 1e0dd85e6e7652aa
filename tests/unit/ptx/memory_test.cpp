// mov, ld, st, atomics, variables, shared memory.
#include "harness.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <gtest/gtest.h>

namespace heddle::ptx::testing {
namespace {

using Widths = Snippet::Widths;
using U = std::uint32_t;
using UL = std::uint64_t;

// A kernel whose only parameter is a pointer to `data`.
template <typename T, std::size_t N>
void runOn(std::string_view body, T (&data)[N], std::string_view globals = "") {
  std::string text = std::string(globals) +
                     ".visible .entry k(.param .u64 p) { .reg .b64 %rd<10>; .reg .b32 %r<10>;"
                     ".reg .f32 %f<10>; .reg .pred %p<4>; .reg .b16 %h<4>;"
                     "ld.param.u64 %rd0, [p];\n" +
                     std::string(body) + "ret; }";
  UL pointer = reinterpret_cast<UL>(data);
  Program(text, "k").run(&pointer);
}

TEST(Memory, NarrowLoadsExtendByTheirType) {
  Snippet s8("{ .reg .b64 %p; mov.u64 %p, %a; ld.global.s8 %d, [%p]; }", Widths{.a = 64});
  Snippet u8("{ .reg .b64 %p; mov.u64 %p, %a; ld.global.u8 %d, [%p]; }", Widths{.a = 64});
  Snippet s16("{ .reg .b64 %p; mov.u64 %p, %a; ld.s16 %d, [%p]; }", Widths{.d = 64, .a = 64});
  std::int16_t x = -2;
  UL pointer = reinterpret_cast<UL>(&x);
  EXPECT_EQ(s8(pointer), U(-2));
  EXPECT_EQ(u8(pointer), 0xfeU);
  EXPECT_EQ(s16(pointer), UL(-2));
}

TEST(Memory, Vectors) {
  alignas(16) U data[8] = {1, 2, 3, 4};
  runOn("ld.global.v4.u32 {%r0,%r1,%r2,%r3}, [%rd0];"
        "st.global.v4.u32 [%rd0+16], {%r3,%r2,%r1,%r0};"
        "ld.global.v2.u32 {_,%r5}, [%rd0+8]; st.global.u32 [%rd0], %r5;",
        data);
  EXPECT_EQ(data[4], 4U);
  EXPECT_EQ(data[7], 1U);
  EXPECT_EQ(data[0], 4U);
}

// What an H200 reads and computes: the subscript counts scalars, in all arrays.
TEST(Memory, SubscriptedArrays) {
  constexpr const char* kArrays =
      ".global .align 4 .u32 g[4] = {1, 2, 3, 4};"
      ".global .align 4 .u32 m[2][4] = {{10, 11, 12, 13}, {20, 21, 22, 23}};"
      ".global .align 8 .v2 .u32 v[2] = {{30, 31}, {32, 33}}; .const .u32 c[4] = {41, 42, 43, 44};";
  U data[8] = {};
  runOn("ld.global.u32 %r0, g[3]; st.global.u32 [%rd0], %r0;"
        "ld.global.u32 %r0, m[1]; st.global.u32 [%rd0+4], %r0;"
        "ld.global.u32 %r0, v[1]; st.global.u32 [%rd0+8], %r0;"
        "ld.const.u32 %r0, c[1+1]; st.global.u32 [%rd0+12], %r0;"
        "mov.u64 %rd1, g[2]; mov.u64 %rd2, g; sub.u64 %rd1, %rd1, %rd2;"
        "st.global.u64 [%rd0+16], %rd1;"
        ".local .u32 l[4]; st.local.u32 l[2], 7; ld.local.u32 %r0, [l+8];"
        "st.global.u32 [%rd0+24], %r0;",
        data, kArrays);
  const U expected[] = {4, 11, 31, 43, 8, 0, 7, 0};
  EXPECT_TRUE(std::ranges::equal(data, expected));
}

// What an H200 reads: a register counts scalars too, and so does the constant that is added to it.
TEST(Memory, RegistersAsSubscripts) {
  constexpr const char* kArrays =
      ".global .align 4 .u32 g[4] = {1, 2, 3, 4};"
      ".global .align 8 .v2 .u32 v[2] = {{30, 31}, {32, 33}}; .const .u32 c[4] = {41, 42, 43, 44};"
      ".shared .align 4 .u32 s[4];";
  U data[8] = {};
  runOn("mov.u32 %r1, 2; mov.u64 %rd3, 1;"
        "ld.global.u32 %r0, g[%r1]; st.global.u32 [%rd0], %r0;"
        "ld.global.u32 %r0, g[%r1+1]; st.global.u32 [%rd0+4], %r0;"
        "ld.global.u32 %r0, v[%rd3]; st.global.u32 [%rd0+8], %r0;"
        "ld.const.u32 %r0, c[%r1+-1]; st.global.u32 [%rd0+12], %r0;"
        "mov.u64 %rd1, g[%r1]; mov.u64 %rd2, g; sub.u64 %rd1, %rd1, %rd2;"
        "st.global.u64 [%rd0+16], %rd1;"
        ".local .u32 l[4]; st.local.u32 l[%r1], 7; ld.local.u32 %r0, [l+8];"
        "st.global.u32 [%rd0+24], %r0;"
        "st.shared.u32 s[%r1], 9; ld.shared.u32 %r0, [s+8]; st.global.u32 [%rd0+28], %r0;",
        data, kArrays);
  const U expected[] = {3, 4, 31, 42, 8, 0, 7, 9};
  EXPECT_TRUE(std::ranges::equal(data, expected));
}

TEST(Memory, SubscriptsThatAreRefused) {
  const auto hasError = [](const std::string& statement, const char* message) {
    const std::string error =
        firstError(withHeader(".global .u32 g[4]; .global .u32 x; .entry k(.param .u64 p) {"
                              ".reg .b64 %rd; .reg .b32 %r; .reg .f32 %f; " +
                              statement + " ret; }"));
    return error.find(message) != error.npos ? ::testing::AssertionSuccess()
                                             : ::testing::AssertionFailure() << error;
  };
  EXPECT_TRUE(hasError("ld.global.u32 %r, x[0];", "Array indexing on non-array"));
  EXPECT_TRUE(hasError("mov.u64 %rd, p[0];", "Array indexing on non-array"));
  EXPECT_TRUE(hasError("ld.global.u32 %r, g[%r-1];", "expected ']'"));
  EXPECT_TRUE(hasError("ld.global.u32 %r, g[%f];", "neither a constant nor an integer register"));
  EXPECT_TRUE(hasError("ld.global.u32 %r, g[%tid.x];", "neither a constant nor"));
  EXPECT_TRUE(hasError("atom.global.add.u32 %r, g[%r], 1;", "mismatch for instruction 'atom'"));
  EXPECT_TRUE(hasError("atom.global.add.u32 %r, g[1], 1;", "mismatch for instruction 'atom'"));
  EXPECT_TRUE(hasError("add.u64 %rd, %rd, g[1];", "mismatch for instruction 'add'"));
}

// Names with a number stand for variables of all state spaces.
TEST(Memory, RangesOfVariables) {
  U data[4] = {};
  runOn("{ .param .u32 %P<2>; st.param.u32 [%P1], 3; call (%P0), f, (%P1);"
        "ld.param.u32 %r0, [%P0]; st.global.u32 [%rd0], %r0; }"
        ".local .u32 %L<2>; st.local.u32 [%L1], 5; st.local.u32 [%L0], 4;"
        "ld.local.u32 %r0, [%L1]; st.global.u32 [%rd0+4], %r0;"
        "st.global.u32 [%G2], 6; ld.global.u32 %r0, [%G2]; st.global.u32 [%rd0+8], %r0;",
        data,
        ".global .u32 %G<3>; .func (.param .u32 o) f(.param .u32 a) { .reg .u32 %r;"
        "ld.param.u32 %r, [a]; add.u32 %r, %r, 5; st.param.u32 [o], %r; ret; }");
  EXPECT_EQ(data[0], 8U);
  EXPECT_EQ(data[1], 5U);
  EXPECT_EQ(data[2], 6U);
  const auto errorOf = [](const char* body) {
    return firstError(withHeader(std::string(".entry k() { ") + body + " ret; }"));
  };
  EXPECT_TRUE(errorOf(".param .u32 %P<2>; st.param.b32 [%P2], 1;").ends_with("symbol '%P2'"));
  EXPECT_NE(errorOf(".param .b8 %P<2>[16];").find("expected"), std::string::npos);
}

TEST(Memory, PackAndUnpack) {
  Snippet pack("mov.b64 %d, {%a, %b};", Widths{.d = 64});
  EXPECT_EQ(pack(1, 2), (UL{2} << 32 | 1));
  Snippet unpack("{ .reg .b16 %x, %y; mov.b32 {%x, %y}, %a; mov.b32 %d, {%y, %x}; }");
  EXPECT_EQ(unpack(0x12345678), 0x56781234U);
  Snippet sink("mov.b64 {_, %d}, %a;", Widths{.a = 64});
  EXPECT_EQ(sink(UL{7} << 32 | 9), 7U);
  Snippet wide("{ .reg .b128 %q; .reg .b64 %x, %y; mov.b128 %q, {%a, %b}; mov.b128 {%x, %y}, %q;"
               "mov.b64 %d, %y; }",
               Widths{.d = 64, .a = 64, .b = 64});
  EXPECT_EQ(wide(3, 4), 4U);
}

TEST(Memory, ModuleVariablesAndInitialisers) {
  std::string text =
      ".global .align 4 .u32 counter = 5;\n"
      ".global .align 8 .b8 bytes[12] = {1, 2, 0xff};\n"
      ".const .f32 table[2][2] = {{1.5, 0f40000000}, {-1.0}};\n"
      ".global .u64 pointers[2] = {0, generic(bytes)+2};\n"
      ".global .v2 .f32 pair = {1.0, 2.0};\n"
      ".visible .entry k(.param .u64 p) { .reg .b64 %rd<4>; .reg .b32 %r<4>; .reg .f32 %f<2>;\n"
      "ld.param.u64 %rd0, [p]; ld.global.u32 %r0, [counter]; add.u32 %r0, %r0, 1;\n"
      "st.global.u32 [counter], %r0; st.global.u32 [%rd0], %r0;\n"
      "ld.const.f32 %f0, [table+4]; st.global.f32 [%rd0+4], %f0;\n"
      "ld.global.u64 %rd1, [pointers+8]; ld.u8 %r1, [%rd1]; st.global.u32 [%rd0+8], %r1;\n"
      "mov.u64 %rd2, bytes+1; ld.global.u8 %r2, [%rd2]; st.global.u32 [%rd0+12], %r2; ret; }";
  Program program(text, "k");
  U data[4] = {};
  UL pointer = reinterpret_cast<UL>(data);
  program.run(&pointer);
  program.run(&pointer);
  EXPECT_EQ(data[0], 7U);
  EXPECT_EQ(data[1], std::bit_cast<U>(2.0f));
  EXPECT_EQ(data[2], 0xffU);
  EXPECT_EQ(data[3], 2U);
}

TEST(Memory, SharedIsAnOffset) {
  U data[2] = {41, 0};
  runOn(".shared .align 4 .b8 first[8]; .shared .u32 second[4];"
        "ld.global.u32 %r0, [%rd0]; mov.u64 %rd1, second; st.shared.u32 [%rd1+4], %r0;"
        "mov.u32 %r1, second; add.u32 %r1, %r1, 4; ld.shared.u32 %r2, [%r1]; add.u32 %r2, %r2, 1;"
        "st.shared.u32 [second], %r2; cvta.shared.u64 %rd2, %rd1; ld.u32 %r3, [%rd2];"
        "isspacep.shared %p0, %rd2; @%p0 st.global.u32 [%rd0+4], %r3;",
        data);
  EXPECT_EQ(data[1], 42U);
}

TEST(Memory, LocalVariables) {
  UL data[2] = {3, 0};
  runOn(".local .align 8 .b8 depot[64]; .reg .b64 %SP, %SPL; mov.u64 %SPL, depot;"
        "cvta.local.u64 %SP, %SPL; ld.global.u64 %rd1, [%rd0]; shl.b64 %rd2, %rd1, 3;"
        "add.s64 %rd3, %SPL, %rd2; st.local.u64 [%rd3], 77; ld.u64 %rd4, [%SP+24];"
        "st.global.u64 [%rd0+8], %rd4;",
        data);
  EXPECT_EQ(data[1], 77U);
}

TEST(Memory, PointerRecoveryGivesGeps) {
  std::string ir = loweredText(
      ".visible .entry k(.param .u64 p) { .local .align 8 .b8 depot[64]; .shared .b32 s[32];\n"
      ".reg .b64 %rd<8>; .reg .b32 %r<4>; ld.param.u64 %rd0, [p]; mov.u32 %r0, %tid.x;\n"
      "mul.wide.u32 %rd1, %r0, 4; mov.u64 %rd2, s; add.s64 %rd3, %rd2, %rd1;\n"
      "st.shared.u32 [%rd3+4], %r0; mov.u64 %rd4, depot; add.s64 %rd5, %rd4, %rd1;\n"
      "st.local.u32 [%rd5], %r0; ld.local.u32 %r1, [%rd5+8]; st.global.u32 [%rd0], %r1;\n"
      "mov.u32 %r2, s; shl.b32 %r3, %r0, 2; add.s32 %r2, %r2, %r3; ld.shared.u32 %r3, [%r2];\n"
      "st.global.u32 [%rd0+4], %r3; ret; }",
      "k");
  EXPECT_NE(ir.find("getelementptr i8, ptr addrspace(3) @s"), std::string::npos) << ir;
  EXPECT_NE(ir.find("getelementptr i8, ptr %depot"), std::string::npos) << ir;
  EXPECT_EQ(ir.find("to ptr addrspace(3)"), std::string::npos) << ir;
  EXPECT_TRUE(matches(ir, R"((%\d+) = getelementptr inbounds i8, ptr %params, i64 0\n)"
                          R"( +%\d+ = load i64, ptr \1, align 8, !invariant\.load)"))
      << ir;
}

TEST(Memory, VolatileAndOrdered) {
  std::string ir = loweredText(
      ".visible .entry k(.param .u64 p) { .reg .b64 %rd; .reg .b32 %r; ld.param.u64 %rd, [p];\n"
      "ld.volatile.global.u32 %r, [%rd]; st.relaxed.cta.global.u32 [%rd], %r;\n"
      "ld.acquire.gpu.u32 %r, [%rd]; st.release.sys.u32 [%rd], %r; ld.global.nc.u32 %r, [%rd+4];\n"
      "st.volatile.u32 [%rd], %r; fence.acq_rel.gpu; membar.cta; ret; }",
      "k");
  for (const char* instruction : {
           R"(load volatile i32, ptr %\S+, align 4)",
           R"(store atomic i32 %\S+, ptr %\S+ syncscope\("block"\) monotonic, align 4)",
           R"(load atomic i32, ptr %\S+ acquire, align 4)",
           R"(store atomic i32 %\S+, ptr %\S+ release, align 4)",
           R"(load i32, ptr %\S+, align 4, .*!invariant\.load)",
           R"(store volatile i32 %\S+, ptr %\S+, align 4)",
           R"(fence acq_rel)",
           R"(fence syncscope\("block"\) seq_cst)",
       })
    EXPECT_TRUE(matches(ir, instruction)) << instruction << "\n" << ir;
}

TEST(Memory, OrderOfAtomics) {
  std::string ir = loweredText(
      ".visible .entry k(.param .u64 p) { .reg .b64 %rd; .reg .b32 %r; ld.param.u64 %rd, [p];\n"
      "atom.acquire.gpu.global.add.u32 %r, [%rd], 1; red.release.cta.global.and.b32 [%rd], 3;\n"
      "red.relaxed.gpu.global.xor.b32 [%rd], 1; atom.acq_rel.sys.exch.b32 %r, [%rd], 1; ret; }",
      "k");
  EXPECT_NE(ir.find(" i32 1 acquire, align 4"), std::string::npos) << ir;
  EXPECT_NE(ir.find(" i32 3 syncscope(\"block\") release, align 4"), std::string::npos) << ir;
  EXPECT_NE(ir.find("atomicrmw xor ptr"), std::string::npos) << ir;
  EXPECT_NE(ir.find(" i32 1 monotonic, align 4"), std::string::npos) << ir;
  EXPECT_NE(ir.find(" i32 1 acq_rel, align 4"), std::string::npos) << ir;
}

TEST(Memory, Atomics) {
  alignas(8) U data[8] = {10, 20, 30, 5, 0, std::bit_cast<U>(1.5f), 0x3c003c00, 1};
  runOn("atom.global.add.u32 %r0, [%rd0], 5; st.global.u32 [%rd0+16], %r0;"
        "red.global.max.s32 [%rd0+4], 99; atom.global.cas.b32 %r1, [%rd0+8], 30, 31;"
        "atom.global.inc.u32 %r2, [%rd0+12], 5; atom.add.f32 %f0, [%rd0+20], 0f3F800000;"
        "red.global.add.noftz.f16x2 [%rd0+24], %r9;"
        "atom.relaxed.cta.global.exch.b32 %r3, [%rd0+28], 9;",
        data);
  EXPECT_EQ(data[0], 15U);
  EXPECT_EQ(data[4], 10U);
  EXPECT_EQ(data[1], 99U);
  EXPECT_EQ(data[2], 31U);
  EXPECT_EQ(data[3], 0U);
  EXPECT_EQ(data[5], std::bit_cast<U>(2.5f));
  EXPECT_EQ(data[6], 0x3c003c00U);
  EXPECT_EQ(data[7], 9U);
}

TEST(Memory, AsyncCopy) {
  alignas(16) U data[8] = {1, 2, 3, 4, 0, 0, 0, 0};
  runOn(".shared .align 16 .b8 s[32]; mov.u32 %r0, s;"
        "cp.async.ca.shared.global [%r0], [%rd0], 8; cp.async.cg.shared.global [%r0+16], [%rd0], "
        "16, 4;"
        "cp.async.commit_group; cp.async.wait_group 0; ld.shared.v2.u32 {%r1,%r2}, [s];"
        "st.global.v2.u32 [%rd0+16], {%r1,%r2}; ld.shared.v2.u32 {%r1,%r2}, [s+16];"
        "st.global.v2.u32 [%rd0+24], {%r1,%r2};",
        data);
  EXPECT_EQ(data[4], 1U);
  EXPECT_EQ(data[5], 2U);
  EXPECT_EQ(data[6], 1U);
  EXPECT_EQ(data[7], 0U);
}

TEST(Memory, SharedAddressesThroughTheGenericSpace) {
  std::string ir = loweredText(
      ".visible .entry k(.param .u64 p) { .shared .align 4 .b8 s[64]; .reg .b64 %rd<6>;"
      ".reg .b32 %r<3>; ld.param.u64 %rd0, [p]; mov.u64 %rd1, s; cvta.shared.u64 %rd2, %rd1;"
      "ld.global.u64 %rd3, [%rd0]; add.s64 %rd4, %rd3, %rd2; add.s64 %rd4, %rd4, 8;"
      "cvta.to.shared.u64 %rd5, %rd4; cvt.u32.u64 %r0, %rd5; ld.shared.u32 %r1, [%r0];"
      "st.global.u32 [%rd0], %r1; cvta.to.shared.u64 %rd5, %rd3; st.shared.u32 [%rd5], 1; ret; }",
      "k");
  // One conversion remains: of an address that came from elsewhere.
  EXPECT_EQ(ir.find("@heddle.cvta.to.shared("), ir.rfind("call i64 @heddle.cvta.to.shared(") + 9)
      << ir;
}

} // namespace
} // namespace heddle::ptx::testing
