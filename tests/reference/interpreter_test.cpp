// The reference interpreter on small modules whose answers the PTX manual gives.
#include "interpreter.h"

#include <gtest/gtest.h>

#include <cstring>

namespace heddle::reference {
namespace {

struct Run {
  std::vector<std::uint32_t> out;
  std::string error;
};

// `body` has %tid.x in %t and the address of a word of its own in %o.
Run run(const std::string& body, LaunchShape shape, const std::string& declarations = "",
        bool backwards = false) {
  std::string text = ".version 8.7\n.target sm_90\n.address_size 64\n" + declarations +
                     ".visible .entry k(.param .u64 out) {\n"
                     ".reg .pred %p, %q; .reg .b16 %h<4>; .reg .b32 %t, %n, %r<9>;\n"
                     ".reg .b64 %o, %base, %d<9>; .reg .f32 %f<4>;\n"
                     "ld.param.u64 %base, [out]; mov.u32 %t, %tid.x; mov.u32 %n, %ntid.x;\n"
                     "mad.wide.u32 %o, %t, 4, %base;\n" +
                     body + "\n}\n";
  Run result;
  std::vector<ptx::Diagnostic> diagnostics;
  auto module = ptx::parse(text, diagnostics);
  if (module) {
    std::shared_ptr<const ptx::Module> modules[] = {module};
    module = ptx::link(modules, diagnostics);
  }
  if (!module) {
    ADD_FAILURE() << diagnostics.at(0).location.line << ": " << diagnostics.at(0).message;
    return result;
  }
  result.out.assign(shape.threads() * shape.grid[0], 0);
  Interpreter interpreter(module);
  auto address = reinterpret_cast<std::uint64_t>(result.out.data());
  std::uint8_t parameters[8];
  std::memcpy(parameters, &address, 8);
  Buffer buffer{result.out.data(), result.out.size() * 4, true};
  RunOptions options;
  options.backwards = backwards;
  options.fuel = 1'000'000;
  result.error = interpreter.run("k", shape, parameters, {&buffer, 1}, options);
  return result;
}

std::vector<std::uint32_t> outputs(const std::string& body, unsigned threads,
                                   const std::string& declarations = "") {
  LaunchShape shape;
  shape.block[0] = threads;
  Run forwards = run(body, shape, declarations), backwards = run(body, shape, declarations, true);
  EXPECT_EQ(forwards.error, "");
  EXPECT_EQ(forwards.out, backwards.out);
  return forwards.out;
}

std::string errorOf(const std::string& body, unsigned threads) {
  LaunchShape shape;
  shape.block[0] = threads;
  return run(body, shape).error;
}

// One thread; the word that `code` leaves in %r0.
std::uint32_t word(const std::string& code) {
  return outputs(code + " st.global.u32 [%o], %r0; ret;", 1).at(0);
}

TEST(ReferenceInterpreter, IntegerInstructionsOfTheManual) {
  EXPECT_EQ(word("mad.hi.sat.s32 %r0, 0x40000000, 0x7fffffff, 0x7fffffff;"), 0x7fffffffu);
  EXPECT_EQ(word("mul24.hi.s32 %r0, 0x00ffffff, 0x00000002;"), 0xffffffffu);
  EXPECT_EQ(word("sad.s32 %r0, -5, 7, 100;"), 112u);
  EXPECT_EQ(word("bfe.s32 %r0, 0x00000f00, 8, 4;"), 0xffffffffu);
  EXPECT_EQ(word("bfe.u32 %r0, 0xdeadbeef, 8, 16;"), 0xadbeu);
  EXPECT_EQ(word("bfi.b32 %r0, 0xff, 0, 28, 8;"), 0xf0000000u);
  EXPECT_EQ(word("bfind.s32 %r0, -1;"), 0xffffffffu);
  EXPECT_EQ(word("bfind.shiftamt.u32 %r0, 1;"), 31u);
  EXPECT_EQ(word("prmt.b32 %r0, 0x33221100, 0x77665544, 0x3715;"), 0x33771155u);
  EXPECT_EQ(word("prmt.b32 %r0, 0x80, 0, 0x0008;"), 0x808080ffu);
  EXPECT_EQ(word("lop3.b32 %r0, 0xf0, 0xcc, 0xaa, 0x80;"), 0x80u);
  EXPECT_EQ(word("shf.r.wrap.b32 %r0, 0x11111111, 0x22222222, 36;"), 0x21111111u);
  EXPECT_EQ(word("shr.s32 %r0, -8, 40;"), 0xffffffffu);
  EXPECT_EQ(word("shl.b32 %r0, 1, 32;"), 0u);
  EXPECT_EQ(word("dp4a.s32.u32 %r0, 0xff01ff01, 0x01020304, 10;"), 10u - 1 + 2 - 3 + 4);
  EXPECT_EQ(word("fns.b32 %r0, 0x55, 3, 2;"), 6u);
  EXPECT_EQ(word("add.cc.u32 %r1, 0xffffffff, 1; addc.u32 %r0, 5, 6;"), 12u);
  EXPECT_EQ(word("sub.cc.u32 %r1, 0, 1; subc.u32 %r0, 5, 2;"), 2u);
  EXPECT_EQ(word("add.sat.s32 %r0, 0x7fffffff, 1;"), 0x7fffffffu);
  EXPECT_EQ(word("szext.wrap.s32 %r0, 0x8, 36;"), 0xfffffff8u);
  EXPECT_EQ(word("bmsk.clamp.b32 %r0, 4, 8;"), 0xff0u);
}

TEST(ReferenceInterpreter, FloatInstructionsOfTheManual) {
  EXPECT_EQ(word("add.rm.f32 %f0, 0f3f800000, 0f33000000; mov.b32 %r0, %f0;"), 0x3f800000u);
  EXPECT_EQ(word("add.rp.f32 %f0, 0f3f800000, 0f33000000; mov.b32 %r0, %f0;"), 0x3f800001u);
  EXPECT_EQ(word("add.ftz.f32 %f0, 0f00000001, 0f80000000; mov.b32 %r0, %f0;"), 0u);
  EXPECT_EQ(word("add.sat.f32 %f0, 0f40000000, 0f40000000; mov.b32 %r0, %f0;"), 0x3f800000u);
  EXPECT_EQ(word("sub.f32 %f0, 0f7f800000, 0f7f800000; mov.b32 %r0, %f0;"), 0x7fffffffu);
  EXPECT_EQ(word("min.f32 %f0, 0f7fffffff, 0f3f800000; mov.b32 %r0, %f0;"), 0x3f800000u);
  EXPECT_EQ(word("min.f32 %f0, 0f00000000, 0f80000000; mov.b32 %r0, %f0;"), 0x80000000u);
  EXPECT_EQ(word("cvt.rzi.s32.f32 %r0, 0fc0600000;"), 0xfffffffdu);
  EXPECT_EQ(word("cvt.rni.u8.f32 %r0, 0f43960000;"), 255u);
  EXPECT_EQ(word("cvt.rn.f16x2.f32 %r0, 0f3f800000, 0f40000000;"), 0x3c004000u);
  EXPECT_EQ(word("cvt.rna.tf32.f32 %r0, 0f3f801000;"), 0x3f802000u);
  EXPECT_EQ(word("mov.b32 %r1, 0x3c003c00; fma.rn.f16x2 %r0, %r1, %r1, %r1;"), 0x40004000u);
  EXPECT_EQ(word("set.nan.u32.f32 %r0, 0f7fffffff, 0f00000000;"), 0xffffffffu);
  EXPECT_EQ(word("setp.lt.f32 %p|%q, 0f7fffffff, 0f00000000; selp.u32 %r0, 1, 2, %q;"), 1u);
  EXPECT_EQ(word("mov.b16 %h0, 0x7e78; cvt.rn.f16x2.e4m3x2 %r0, %h0;"), 0x5f005c00u);
}

TEST(ReferenceInterpreter, PackUnpackAndMemory) {
  EXPECT_EQ(word("mov.b32 {%h0, %h1}, 0x12345678; mov.b32 %r0, {%h1, %h0};"), 0x56781234u);
  EXPECT_EQ(word(".local .b8 a[16]; st.local.u32 [a+4], 0x80ff7f01; ld.local.s8 %r0, [a+7];"),
            0xffffff80u);
  EXPECT_EQ(word(".local .align 8 .b8 a[16]; mov.u64 %d0, a; cvta.local.u64 %d0, %d0;"
                 "st.v2.u32 [%d0+8], {5, 6}; ld.u32 %r0, [%d0+12];"),
            6u);
}

TEST(ReferenceInterpreter, ControlFlow) {
  EXPECT_EQ(outputs("and.b32 %r1, %t, 3; T: .branchtargets A, B, C, B; brx.idx %r1, T;"
                    "A: mov.u32 %r0, 10; bra E; B: mov.u32 %r0, 20; bra E; C: mov.u32 %r0, 30;"
                    "E: st.global.u32 [%o], %r0; ret;",
                    4),
            (std::vector<std::uint32_t>{10, 20, 30, 20}));
  EXPECT_EQ(outputs("mov.u32 %r0, 0; L: setp.ge.u32 %p, %r0, %t; @%p bra E; add.u32 %r0, %r0, 2;"
                    "bra L; E: st.global.u32 [%o], %r0; ret;",
                    4),
            (std::vector<std::uint32_t>{0, 2, 2, 4}));
}

TEST(ReferenceInterpreter, CallsDirectIndirectAndRecursive) {
  const std::string functions =
      ".func (.reg .u32 %r) twice (.reg .u32 %a) { add.u32 %r, %a, %a; ret; }\n"
      ".func (.param .u32 r) factorial (.param .u32 n) {\n"
      ".reg .pred %p; .reg .u32 %n, %m, %x;\n"
      "ld.param.u32 %n, [n]; mov.u32 %x, 1; setp.lt.u32 %p, %n, 2; @%p bra E;\n"
      "{ .param .u32 a; .param .u32 v; sub.u32 %m, %n, 1; st.param.u32 [a], %m;\n"
      "call (v), factorial, (a); ld.param.u32 %x, [v]; }\n"
      "mul.lo.u32 %x, %x, %n;\nE: st.param.u32 [r], %x; ret; }\n";
  EXPECT_EQ(outputs("P: .callprototype (.reg .u32 _) _ (.reg .u32 _); mov.u64 %d0, twice;"
                    "{ .param .u32 a; .param .u32 v; add.u32 %r1, %t, 3; st.param.u32 [a], %r1;"
                    "call (v), factorial, (a); ld.param.u32 %r0, [v]; }"
                    "call (%r0), %d0, (%r0), P; st.global.u32 [%o], %r0; ret;",
                    3, functions),
            (std::vector<std::uint32_t>{12, 48, 240}));
}

TEST(ReferenceInterpreter, BarriersAndSharedMemory) {
  const std::string reverse =
      "shl.b32 %r1, %t, 2; mov.u32 %r2, s; add.u32 %r1, %r1, %r2; st.shared.u32 [%r1], %t;"
      "bar.sync 0; sub.u32 %r3, %n, %t; sub.u32 %r3, %r3, 1; shl.b32 %r3, %r3, 2;"
      "add.u32 %r3, %r3, %r2; ld.shared.u32 %r0, [%r3]; st.global.u32 [%o], %r0; ret;";
  std::vector<std::uint32_t> out = outputs(reverse, 40, ".shared .align 4 .b8 s[256];\n");
  for (unsigned i = 0; i < 40; ++i)
    EXPECT_EQ(out[i], 39 - i);
  // Threads that have left no longer count.
  EXPECT_EQ(outputs("setp.lt.u32 %p, %t, 3; @%p exit; setp.eq.u32 %q, %t, 4;"
                    "bar.red.popc.u32 %r0, 1, %q; st.global.u32 [%o], %r0; ret;",
                    6),
            (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1}));
}

TEST(ReferenceInterpreter, ProducerAndConsumerWarps) {
  const std::string code =
      "mov.u32 %r2, s; and.b32 %r1, %t, 31; shl.b32 %r1, %r1, 2; add.u32 %r1, %r1, %r2;"
      "setp.ge.u32 %p, %t, 32; @%p bra C; st.shared.u32 [%r1], %t; bar.arrive 2, 64; bra E;"
      "C: bar.sync 2, 64; ld.shared.u32 %r0, [%r1]; st.global.u32 [%o], %r0; E: ret;";
  std::vector<std::uint32_t> out = outputs(code, 64, ".shared .align 4 .b8 s[128];\n");
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(out[32 + i], i);
}

TEST(ReferenceInterpreter, WarpOperations) {
  auto every = [](const std::string& code, unsigned threads) {
    return outputs(code + " st.global.u32 [%o], %r0; ret;", threads);
  };
  EXPECT_EQ(every("shfl.sync.up.b32 %r0|%p, %t, 1, 0, -1;", 3),
            (std::vector<std::uint32_t>{0, 0, 1}));
  EXPECT_EQ(every("shfl.sync.bfly.b32 %r0, %t, 1, 31, -1;", 4),
            (std::vector<std::uint32_t>{1, 0, 3, 2}));
  EXPECT_EQ(every("shfl.sync.idx.b32 %r0, %t, 1, 0x1e1f, -1;", 4),
            (std::vector<std::uint32_t>{1, 1, 3, 3}));
  EXPECT_EQ(every("setp.ne.u32 %p, %t, 1; vote.sync.ballot.b32 %r0, %p, -1;", 3),
            (std::vector<std::uint32_t>{5, 5, 5}));
  EXPECT_EQ(every("shr.u32 %r1, %t, 1; match.any.sync.b32 %r0, %r1, -1;", 3),
            (std::vector<std::uint32_t>{3, 3, 4}));
  EXPECT_EQ(every("redux.sync.add.u32 %r0, %t, -1;", 4), (std::vector<std::uint32_t>{6, 6, 6, 6}));
  // Under divergence each side meets on its own.
  EXPECT_EQ(every("setp.lt.u32 %p, %t, 2; @%p bra A; redux.sync.max.u32 %r0, %t, 12; bra E;"
                  "A: redux.sync.max.u32 %r0, %t, 3; E:",
                  4),
            (std::vector<std::uint32_t>{1, 1, 3, 3}));
}

TEST(ReferenceInterpreter, AtomicsCommute) {
  EXPECT_EQ(outputs("red.global.add.u32 [%base], %t; ret;", 5)[0], 10u);
  EXPECT_EQ(outputs("st.global.u32 [%o], 7; atom.global.inc.u32 %r0, [%o], 7;"
                    "atom.global.cas.b32 %r0, [%o], 0, 9; atom.global.exch.b32 %r1, [%o], 3;"
                    "ret;",
                    1)[0],
            3u);
}

TEST(ReferenceInterpreter, WhatHasNoMeaningIsSaid) {
  auto says = [](const std::string& error, const char* part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  says(errorOf("st.global.u32 [%base], %t; ret;", 2), "race");
  says(errorOf("add.u32 %r0, %r1, 1; ret;", 1), "before it is written");
  says(errorOf("ld.global.u32 %r0, [%o+4]; ret;", 1), "outside");
  says(errorOf("ld.global.u32 %r0, [%o+2]; ret;", 4), "misaligned");
  says(errorOf("L: bra L;", 1), "fuel");
  says(errorOf("setp.eq.u32 %p, %t, 0; @%p bar.sync 1, 64; ret;", 32), "never come");
  says(errorOf("shfl.sync.idx.b32 %r0, %t, 1, 31, -1; ret;", 1), "not there");
}

} // namespace
} // namespace heddle::reference
