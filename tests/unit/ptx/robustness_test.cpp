// Damaged text gives diagnostics or a module, never a crash or a hang.
#include "harness.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <random>

namespace heddle::ptx::testing {
namespace {

const std::string kSample = R"(.version 8.0
.target sm_90
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.func (.param .align 4 .b8 r[8]) pair(.param .b32 x, .param .align 4 .b8 y[8]);
.const .f32 data[4] = {1.5, 0f3F800000, -2e3, (1+2)*3.0};
.global .align 8 .u64 table[2] = {generic(data)+4, 0x10};
.extern .shared .align 16 .b8 buffer[];
.func (.param .align 4 .b8 r[8]) pair(.param .b32 x, .param .align 4 .b8 y[8])
{ .reg .b32 %r<4>; ld.param.u32 %r1, [x]; st.param.b32 [r+4], %r1; ret; }
.visible .entry kernel(.param .u64 p, .param .u32 n) .maxntid 128, 1, 1
{
  .reg .pred %p<3>; .reg .b32 %r<20>; .reg .f32 %f<4>; .reg .b64 %rd<8>; .local .b8 depot[16];
  ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; setp.lt.s32 %p1|%p2, %r1, 5; @!%p1 bra $out;
  mad.wide.u32 %rd2, %r1, 4, %rd1; ld.global.v2.f32 {%f1, %f2}, [%rd2+8];
  fma.rn.ftz.f32 %f3, %f1, %f2, 0f40490FDB; cvt.rzi.s32.f32 %r2, %f3; lop3.b32 %r3, %r2, %r1, -1, 0x96;
  { .param .b32 a; st.param.b32 [a], %r3; .param .align 4 .b8 b[8]; .param .align 4 .b8 c[8];
    call.uni (c), pair, (a, b); ld.param.b32 %r4, [c+4]; }
  ts: .branchtargets $out, $in; brx.idx %r4, ts;
$in: atom.global.add.u32 %r5, [%rd1], 1; bar.sync 0; shfl.sync.idx.b32 %r6|%p1, %r5, 0, 31, -1;
  mov.b64 {%r7, %r8}, %rd1; prmt.b32 %r9, %r7, %r8, 0x5410; add.cc.u32 %r10, %r9, 1; addc.u32 %r11, 0, 0;
$out: ret;
}
)";

// Whatever the text: parse, and lower all kernels if it is accepted.
void feed(std::string_view text) {
  std::vector<Diagnostic> diagnostics;
  auto module = parse(text, diagnostics);
  ASSERT_EQ(module == nullptr, !diagnostics.empty());
  if (!module)
    return;
  std::shared_ptr<const Module> modules[] = {module};
  auto program = link(modules, diagnostics);
  if (!program)
    return;
  variables(*program);
  for (const KernelDeclaration& kernel : kernels(*program)) {
    llvm::LLVMContext context;
    contentKey(*program, kernel.name);
    std::vector<Diagnostic> problems;
    auto ir = lower(*program, kernel.name, context, problems);
    ASSERT_EQ(ir == nullptr, !problems.empty());
    for (const Diagnostic& problem : problems)
      EXPECT_EQ(problem.message.find("internal error"), std::string::npos) << problem.message;
  }
}

TEST(Robustness, SampleIsAccepted) {
  auto module = parsed(kSample);
  ASSERT_TRUE(module);
  EXPECT_EQ(kernels(*module).size(), 1U);
}

TEST(Robustness, TruncatedAtEveryByte) {
  for (std::size_t length = 0; length < kSample.size(); ++length)
    feed(std::string_view(kSample).substr(0, length));
}

TEST(Robustness, FlippedBytes) {
  std::mt19937 random(42);
  for (int i = 0; i < 1500; ++i) {
    std::string text = kSample;
    for (unsigned n = 0; n <= random() % 3; ++n)
      text[random() % text.size()] = static_cast<char>(random());
    feed(text);
  }
}

TEST(Robustness, TokensMovedAbout) {
  // Words swapped and repeated keep the lexer content and reach deeper into the checker.
  std::vector<std::string> words;
  std::string word;
  for (char c : kSample) {
    word += c;
    if (c == ' ' || c == '\n' || c == ',' || c == ';') {
      words.push_back(word);
      word.clear();
    }
  }
  std::mt19937 random(43);
  for (int i = 0; i < 800; ++i) {
    auto mixed = words;
    for (int n = 0; n < 2; ++n)
      std::swap(mixed[10 + random() % (mixed.size() - 10)],
                mixed[10 + random() % (mixed.size() - 10)]);
    mixed.insert(mixed.begin() + random() % mixed.size(), mixed[random() % mixed.size()]);
    std::string text;
    for (const std::string& part : mixed)
      text += part;
    feed(text);
  }
}

TEST(Robustness, DeepNestingAndHugeNumbers) {
  std::string head = ".version 7.0\n.target sm_70\n";
  feed(head + ".global .u32 x = " + std::string(100000, '(') + "1;");
  feed(head + ".global .u32 x = " + std::string(100000, '-') + "1;");
  feed(head + ".global .u32 x = " + std::string(100000, '{'));
  feed(head + ".entry k() { " + std::string(100000, '{'));
  feed(head + ".entry k() { .reg .b32 %r<4000000000>; mov.b32 %r3999999999, 1; ret; }");
  feed(head + ".global .b8 x[1000000000000][1000000000000];");
  feed(head + ".global .b8 x[2][100000000000] = {{1},{2}};");
  feed(head + ".entry k(.param .b8 p[100000000000]) { ret; }");
  feed(head + ".entry k() { .local .b8 p[100000000000]; ret; }");
}

} // namespace
} // namespace heddle::ptx::testing
