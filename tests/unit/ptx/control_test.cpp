// Branches, guards, calls.
#include "harness.h"

#include <bit>
#include <gtest/gtest.h>

namespace heddle::ptx::testing {
namespace {

using Widths = Snippet::Widths;
using U = std::uint32_t;
using UL = std::uint64_t;

U runFunction(const std::string& functions, const std::string& call, U argument) {
  Program program(functions +
                      ".visible .entry k(.param .u64 p) { .reg .b64 %rd<4>; .reg .b32 %r<4>;"
                      "ld.param.u64 %rd0, [p]; ld.global.u32 %r0, [%rd0];" +
                      call + " st.global.u32 [%rd0], %r1; ret; }",
                  "k");
  U data = argument;
  UL pointer = reinterpret_cast<UL>(&data);
  program.run(&pointer);
  return data;
}

TEST(Control, LoopsAndGuards) {
  Snippet sum("{ .reg .b32 %i; .reg .pred %p; mov.b32 %i, 0; mov.b32 %d, 0;\n"
              "loop: setp.ge.u32 %p, %i, %a; @%p bra done; add.u32 %d, %d, %i; add.u32 %i, %i, 1;\n"
              "bra.uni loop; done: }");
  EXPECT_EQ(sum(10), 45U);
  EXPECT_EQ(sum(0), 0U);
  Snippet guarded("{ .reg .pred %p; setp.eq.u32 %p, %a, 3; mov.b32 %d, 1; @%p mov.b32 %d, 2;"
                  "@!%p add.u32 %d, %d, 10; }");
  EXPECT_EQ(guarded(3), 2U);
  EXPECT_EQ(guarded(4), 11U);
}

TEST(Control, LabelsAreScoped) {
  Snippet twice("{ bra skip; mov.b32 %d, 1; skip: mov.b32 %d, 2; }"
                "{ bra skip; add.u32 %d, %d, 100; skip: add.u32 %d, %d, 3; }");
  EXPECT_EQ(twice(), 5U);
}

TEST(Control, EarlyExit) {
  Snippet exits("mov.b32 %d, 7; { .reg .pred %p; setp.eq.u32 %p, %a, 1; @%p exit; }");
  EXPECT_EQ(exits(0), 7U);
  EXPECT_EQ(exits(1), 0U); // left before the store
}

TEST(Control, BranchTable) {
  Snippet table("{ t: .branchtargets zero, one, two; brx.idx %a, t;\n"
                "zero: mov.b32 %d, 10; bra end; one: mov.b32 %d, 11; bra end;\n"
                "two: mov.b32 %d, 12; end: }");
  EXPECT_EQ(table(0), 10U);
  EXPECT_EQ(table(1), 11U);
  EXPECT_EQ(table(2), 12U);
}

TEST(Control, CallSequence) {
  EXPECT_EQ(
      runFunction(".func (.param .b32 r) square(.param .b32 x) { .reg .b32 %a;"
                  "ld.param.u32 %a, [x]; mul.lo.u32 %a, %a, %a; st.param.b32 [r+0], %a; ret; }",
                  "{ .param .b32 param0; st.param.b32 [param0+0], %r0; .param .b32 retval0;"
                  "call.uni (retval0), square, (param0); ld.param.b32 %r1, [retval0+0]; }",
                  9),
      81U);
}

TEST(Control, RegisterParametersAndSeveralResults) {
  EXPECT_EQ(runFunction(".func (.reg .u32 q, .reg .u32 m) divide(.reg .u32 a, .reg .u32 b)"
                        "{ div.u32 q, a, b; rem.u32 m, a, b; ret; }",
                        "call (%r1, %r2), divide, (%r0, 10); mad.lo.u32 %r1, %r2, 100, %r1;", 57),
            705U);
}

TEST(Control, StructuresByValue) {
  EXPECT_EQ(
      runFunction(
          ".func (.param .align 4 .b8 r[8]) swap(.param .align 4 .b8 x[8]) { .reg .b32 %a, %b;"
          "ld.param.u32 %a, [x]; ld.param.u32 %b, [x+4]; st.param.b32 [r], %b;"
          "st.param.b32 [r+4], %a; ret; }",
          "{ .param .align 4 .b8 p0[8]; st.param.b32 [p0], %r0; st.param.b32 [p0+4], 5;"
          ".param .align 4 .b8 q0[8]; call.uni (q0), swap, (p0); ld.param.b32 %r1, [q0];"
          "ld.param.b32 %r2, [q0+4]; mad.lo.u32 %r1, %r1, 1000, %r2; }",
          42),
      5042U);
}

TEST(Control, Recursion) {
  EXPECT_EQ(
      runFunction(
          ".func (.param .b32 r) fib(.param .b32 n) { .reg .b32 %a<5>; .reg .pred %p;"
          "ld.param.u32 %a0, [n]; setp.lt.u32 %p, %a0, 2; @%p bra done; sub.u32 %a1, %a0, 1;"
          "{ .param .b32 p0; st.param.b32 [p0], %a1; .param .b32 q0; call.uni (q0), fib, (p0);"
          "ld.param.b32 %a2, [q0]; } sub.u32 %a1, %a0, 2;"
          "{ .param .b32 p0; st.param.b32 [p0], %a1; .param .b32 q0; call.uni (q0), fib, (p0);"
          "ld.param.b32 %a3, [q0]; } add.u32 %a0, %a2, %a3; done: st.param.b32 [r], %a0; ret; }",
          "{ .param .b32 p0; st.param.b32 [p0], %r0; .param .b32 q0; call.uni (q0), fib, (p0);"
          "ld.param.b32 %r1, [q0]; }",
          10),
      55U);
}

TEST(Control, IndirectCall) {
  std::string functions =
      ".func (.param .b32 r) plus(.param .b32 x) { .reg .b32 %a; ld.param.u32 %a, [x];"
      "add.u32 %a, %a, 1; st.param.b32 [r], %a; ret; }\n"
      ".func (.param .b32 r) twice(.param .f32 x) { .reg .b32 %a; ld.param.b32 %a, [x];"
      "shl.b32 %a, %a, 1; st.param.b32 [r], %a; ret; }\n";
  std::string call = ".reg .pred %p; mov.u64 %rd1, plus; mov.u64 %rd2, twice;"
                     "setp.gt.u32 %p, %r0, 100; selp.b64 %rd3, %rd1, %rd2, %p;"
                     "{ .param .b32 p0; st.param.b32 [p0], %r0; .param .b32 q0;"
                     "proto: .callprototype (.param .b32 _) _ (.param .b32 _);"
                     "call (q0), %rd3, (p0), proto; ld.param.b32 %r1, [q0]; }";
  EXPECT_EQ(runFunction(functions, call, 7), 14U);
  EXPECT_EQ(runFunction(functions, call, 200), 201U);
}

TEST(Control, SystemFunctions) {
  std::string text =
      ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
      ".extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 n,"
      ".param .b64 c) .noreturn;\n"
      ".visible .entry k(.param .u64 p) { .reg .b64 %rd; .reg .b32 %r; .reg .pred %q;\n"
      "ld.param.u64 %rd, [p]; setp.eq.u64 %q, %rd, 0; @%q bra bad;\n"
      "{ .param .b64 a; st.param.b64 [a], %rd; .param .b64 b; st.param.b64 [b], %rd;\n"
      ".param .b32 c; call.uni (c), vprintf, (a, b); ld.param.b32 %r, [c]; }\n"
      "st.global.u32 [%rd], %r; ret;\n"
      "bad: { .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;\n"
      "st.param.b32 [c], 3; call.uni __assertfail, (a, b, c, d, e); } }";
  std::string ir = loweredText(text, "k");
  EXPECT_NE(ir.find("declare i32 @vprintf(i64, i64)"), std::string::npos) << ir;
  EXPECT_NE(ir.find("declare void @__assertfail(i64, i64, i32, i64, i64)"), std::string::npos);
  EXPECT_TRUE(matches(ir, R"(call void @__assertfail\(.*\)(?: #\d+)?\n +unreachable)")) << ir;
}

TEST(Control, ExitAndTrapInFunctions) {
  std::string ir = loweredText(".func f() { .reg .pred %p; .reg .b32 %r; mov.u32 %r, %tid.x;"
                               "setp.eq.u32 %p, %r, 0; @%p exit; trap; }\n"
                               ".visible .entry k() { call.uni f; ret; }",
                               "k");
  EXPECT_NE(ir.find("call void @heddle.exit()\n  unreachable"), std::string::npos) << ir;
  EXPECT_NE(ir.find("call void @heddle.trap()\n  unreachable"), std::string::npos) << ir;
}

TEST(Control, CallsThatDoNotFit) {
  std::string f =
      ".func (.param .b32 r) f(.param .b64 x) { ret; }\n.visible .entry k(.param .u32 p) {";
  struct Call {
    const char* code;
    const char* problem; // empty: it fits
  };
  const Call calls[] = {
      {".param .b64 a; .param .b32 b; call (b), f, (a);", ""},
      {".param .f64 a; .param .u32 b; call (b), f, (a);", ""},
      {".reg .f64 %a; call (_), f, (%a);", ""},
      {".reg .f32 %b; call (%b), f, (5);", ""},
      {".param .b32 a; .param .b32 b; call (b), f, (a);",
       "Type of argument does not match formal parameter 'x'"},
      {".param .b64 a; .param .b64 b; call (b), f, (a);",
       "Type of argument does not match formal parameter 'r'"},
      {".param .b8 a[8]; .param .b32 b; call (b), f, (a);",
       "Type of argument does not match formal parameter 'x'"},
      {".param .b32 b; call (b), f, ();", "Call has wrong number of parameters"},
      {".param .b64 a; call f, (a);", "Call has wrong number of parameters"},
      {".local .b64 a; call (_), f, (a);", "Call argument 'a' has illegal state space"},
      {".reg .b64 %d; pr: .callprototype _ (.param .b32 y); call %d, (%d), pr;",
       "Type of argument does not match formal parameter 'y'"},
      {".reg .b64 %d; t: .calltargets f; call %d, (%d), t;", "Call has wrong number of parameters"},
      {".reg .b64 %d; call %d, (%d);",
       "a function, or a register with a prototype or list of targets is expected"},
      {"call k, (5);", "Illegal call target, device function expected"},
  };
  for (const Call& call : calls) {
    std::string error = firstError(withHeader(f + call.code + " ret; }"));
    if (call.problem[0] == 0)
      EXPECT_EQ(error, "accepted") << call.code;
    else
      EXPECT_TRUE(error.ends_with(std::string("instruction 'call': ") + call.problem))
          << call.code << error;
  }
  EXPECT_EQ(firstError(withHeader(f) + "st.param.u32 [p], 3; ret; }"),
            "5:49: Arguments mismatch for instruction 'st.param.u32': Illegal to write to function "
            "input parameter 'p'");
}

TEST(Control, RepeatedFlushesAreDropped) {
  // One flush per loaded value and one per result, none for values that are flushed already.
  std::string ir = loweredText(
      ".visible .entry k(.param .u64 p) { .reg .b64 %rd; .reg .f32 %f<4>; ld.param.u64 %rd, [p];"
      "ld.global.f32 %f0, [%rd]; add.ftz.f32 %f1, %f0, 0f3F800000; mul.ftz.f32 %f2, %f1, %f1;"
      "add.ftz.f32 %f3, %f2, %f1; st.global.f32 [%rd], %f3; ret; }",
      "k");
  std::size_t flushes = 0;
  for (std::size_t at = 0; (at = ir.find("2139095040", at)) != std::string::npos; ++at)
    ++flushes;
  EXPECT_EQ(flushes, 4U) << ir;
}

TEST(Control, KernelAttributes) {
  std::string ir =
      loweredText(".visible .entry k(.param .u32 a, .param .align 8 .b8 s[16],"
                  ".param .u8 c) .maxntid 128, 2, 1 { .reg .b32 %r; .reg .b64 %rd;"
                  "ld.param.u32 %r, [a]; ld.param.u64 %rd, [s+8]; st.u32 [%rd], %r; ret; }",
                  "k");
  EXPECT_NE(ir.find("define void @k(ptr noalias readonly %params)"), std::string::npos) << ir;
  EXPECT_NE(attributesOf(ir, "k").find("\"heddle-kernel\""), std::string::npos) << ir;
  // The three parameters, each at the next offset that its alignment allows.
  EXPECT_TRUE(matches(ir, R"(ptr %params, i64 0\n.*ptr %params, i64 8\n.*ptr %params, i64 24\n)"))
      << ir;
}

} // namespace
} // namespace heddle::ptx::testing
