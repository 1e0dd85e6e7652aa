// From PTX text to running blocks.
#include "jit/program.h"

#include "exec/runtime_symbols.h"
#include "jit/object_cache.h"

#include <gtest/gtest.h>

#include <barrier>
#include <cstring>
#include <ctime>
#include <thread>
#include <unistd.h>

using namespace heddle;
using namespace heddle::jit;

namespace {

std::unique_ptr<Program> load(const std::string& text) {
  PtxSource source{text, "test"};
  std::unique_ptr<Program> program;
  ProgramOptions options;
  options.runtimeSymbols = exec::runtimeSymbols();
  const Status status = Program::create({&source, 1}, options, program);
  EXPECT_TRUE(program) << (status.diagnostics.empty() ? "" : status.diagnostics[0].message);
  return program;
}

void runGrid(Program& program, const std::string& kernel, std::array<std::uint32_t, 3> block,
             unsigned blocks, const void* params) {
  const CompiledKernel* compiled = nullptr;
  Status status = program.specialise(kernel, block, compiled);
  ASSERT_TRUE(status) << status.diagnostics[0].message;
  std::vector<char> shared(compiled->dynamicSharedOffset + 4096), frame(compiled->frameBytes + 64);
  BlockContext context{};
  context.params = params;
  context.shared = shared.data();
  context.frame = frame.data() + (64 - reinterpret_cast<std::uintptr_t>(frame.data()) % 64) % 64;
  context.nctaid[0] = blocks;
  context.ntid[0] = block[0];
  context.ntid[1] = block[1];
  context.ntid[2] = block[2];
  for (unsigned i = 0; i < blocks; ++i) {
    context.ctaid[0] = i;
    ASSERT_EQ(compiled->run(&context), BlockStatus::Done);
  }
}

const char* kVectorAdd = R"(
.version 7.5
.target sm_75
.address_size 64
.global .align 4 .u32 scale = 3;
.visible .entry add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<8>;
  .reg .f32 %f<4>;
  .reg .b64 %rd<11>;
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [b];
  ld.param.u64 %rd3, [c];
  ld.param.u32 %r2, [n];
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mov.u32 %r5, %tid.x;
  mad.lo.s32 %r1, %r3, %r4, %r5;
  setp.ge.s32 %p1, %r1, %r2;
  @%p1 bra DONE;
  mul.wide.s32 %rd5, %r1, 4;
  add.s64 %rd6, %rd1, %rd5;
  ld.global.f32 %f1, [%rd6];
  add.s64 %rd7, %rd2, %rd5;
  ld.global.f32 %f2, [%rd7];
  ld.global.u32 %r6, [scale];
  cvt.rn.f32.u32 %f3, %r6;
  fma.rn.f32 %f3, %f1, %f3, %f2;
  add.s64 %rd8, %rd3, %rd5;
  st.global.f32 [%rd8], %f3;
DONE:
  ret;
}
)";

} // namespace

TEST(Program, KnowsItsKernelsAndVariables) {
  auto program = load(kVectorAdd);
  ASSERT_EQ(program->kernels().size(), 1u);
  EXPECT_EQ(program->kernels()[0].name, "add");
  EXPECT_EQ(program->kernels()[0].parameterBytes, 28u);
  ASSERT_EQ(program->variables().size(), 1u);
  EXPECT_EQ(program->variables()[0].name, "scale");
  std::uint32_t value = 0;
  ASSERT_EQ(program->variables()[0].initialiser.size(), 4u);
  std::memcpy(&value, program->variables()[0].initialiser.data(), 4);
  EXPECT_EQ(value, 3u);
}

TEST(Program, RunsBlocks) {
  auto program = load(kVectorAdd);
  std::uint32_t scale = 5;
  program->bindVariables([&](const std::string&) { return &scale; });
  constexpr int n = 1000;
  std::vector<float> a(n), b(n), c(1024, -1);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(2 * i);
  }
  struct {
    float *a, *b, *c;
    int n;
  } params{a.data(), b.data(), c.data(), n};
  for (std::uint32_t block : {256u, 100u, 7u, 1u}) {
    std::fill(c.begin(), c.end(), -1.0f);
    runGrid(*program, "add", {block, 1, 1}, (n + block - 1) / block, &params);
    for (int i = 0; i < 1024; ++i)
      ASSERT_EQ(c[i], i < n ? 5 * a[i] + b[i] : -1.0f) << i << " of blocks of " << block;
  }
}

TEST(Program, UnknownKernelIsAnError) {
  auto program = load(kVectorAdd);
  const CompiledKernel* compiled = nullptr;
  EXPECT_EQ(program->specialise("sub", {1, 1, 1}, compiled).failure, Failure::UnresolvedSymbol);
}

TEST(Program, BadPtxGivesThePlace) {
  std::string text = ".version 7.5\n.target sm_75\n.address_size 64\n.visible .entry k()\n{\n  "
                     "frobnicate.u32 %r1;\n  ret;\n}\n";
  PtxSource source{text, "test"};
  std::unique_ptr<Program> program;
  const Status status = Program::create({&source, 1}, {}, program);
  EXPECT_FALSE(program);
  EXPECT_EQ(status.failure, Failure::InvalidPtx);
  ASSERT_FALSE(status.diagnostics.empty());
  EXPECT_EQ(status.diagnostics[0].line, 6u);
  EXPECT_EQ(status.diagnostics[0].column, 3u);
}

TEST(Program, NewerTargetIsRefused) {
  std::string text =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { ret; }\n";
  PtxSource source{text, "test"};
  ProgramOptions options;
  options.computeCapability = 75;
  std::unique_ptr<Program> program;
  const Status status = Program::create({&source, 1}, options, program);
  EXPECT_FALSE(program);
  EXPECT_EQ(status.failure, Failure::InvalidTarget);
}

namespace {

// Two kernels that call a device function through a pointer. The function waits at a barrier, so
// the threads of the kernels must run as fibers, which is known only once the function is compiled.
// The other functions whose address is taken make that compilation take longer than that of a
// kernel.
std::string kernelsWithFunctionPointers() {
  constexpr int kOtherFunctions = 24;
  std::string text = ".version 7.5\n.target sm_75\n.address_size 64\n"
                     ".func (.param .b32 r) rotate(.param .b32 x, .param .b64 scratch) {\n"
                     "  .reg .b32 %a<4>; .reg .b64 %rd<4>;\n"
                     "  ld.param.u32 %a1, [x]; ld.param.u64 %rd2, [scratch]; mov.u32 %a2, %tid.x;\n"
                     "  mul.wide.u32 %rd1, %a2, 4; add.s64 %rd3, %rd2, %rd1;\n"
                     "  st.global.u32 [%rd3], %a1; bar.sync 0;\n"
                     "  add.u32 %a2, %a2, 1; and.b32 %a2, %a2, 63;\n"
                     "  mul.wide.u32 %rd1, %a2, 4; add.s64 %rd3, %rd2, %rd1;\n"
                     "  ld.global.u32 %a3, [%rd3]; st.param.b32 [r], %a3; ret; }\n";
  for (int i = 0; i < kOtherFunctions; ++i)
    text += ".func (.param .b32 r) other" + std::to_string(i) +
            "(.param .b32 x, .param .b64 scratch) {\n"
            "  .reg .b32 %a; ld.param.u32 %a, [x]; mad.lo.u32 %a, %a, %a, " +
            std::to_string(i) + "; st.param.b32 [r], %a; ret; }\n";
  for (const std::string name : {"first", "second"}) {
    text += ".visible .entry " + name +
            "(.param .u64 out, .param .u64 scratch, .param .u32 which) {\n"
            "  .reg .b32 %r<5>; .reg .b64 %rd<6>; .reg .pred %p;\n"
            "  ld.param.u64 %rd1, [out]; ld.param.u64 %rd5, [scratch];\n"
            "  ld.param.u32 %r1, [which]; mov.u32 %r2, %tid.x;\n"
            "  mov.u64 %rd2, rotate;\n";
    for (int i = 0; i < kOtherFunctions; ++i)
      text += "  setp.eq.u32 %p, %r1, " + std::to_string(i + 1) + "; @%p mov.u64 %rd2, other" +
              std::to_string(i) + ";\n";
    text += "  { .param .b32 p0; st.param.b32 [p0], %r2; .param .b64 p1; st.param.b64 [p1], %rd5;\n"
            "  .param .b32 q0;\n"
            "  proto: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _);\n"
            "  call (q0), %rd2, (p0, p1), proto; ld.param.b32 %r3, [q0]; }\n"
            "  mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3; st.global.u32 [%rd4], %r3;\n"
            "  ret; }\n";
  }
  return text;
}

} // namespace

// The next process finds them in the cache, beside the kernel.
TEST(Program, FunctionsBehindPointersAreCached) {
  const ObjectCache& cache = ObjectCache::global();
  if (!cache.enabled())
    GTEST_SKIP() << "there is no cache";
  // A number that no other run of this test has makes it another program, and another kernel.
  std::string text = kernelsWithFunctionPointers();
  const std::string id = std::to_string(getpid()) + std::to_string(std::time(nullptr));
  const std::string kernel = "first" + id;
  text.replace(text.find("first("), std::strlen("first"), kernel);
  text += ".func (.param .b64 r) id() { .reg .b64 %a; mov.u64 %a, " + id +
          "; st.param.b64 [r], %a; ret; }\n.global .u64 pointer[1] = {id};\n";
  const std::size_t before = cache.entries().size();
  void* address = nullptr;
  ASSERT_TRUE(load(text)->functionAddress("id", address));
  EXPECT_GE(cache.entries().size(), before + 1); // other processes use the cache, too
  const CompiledKernel* compiled = nullptr;
  auto program = load(text);
  ASSERT_TRUE(program->specialise(kernel, {64, 1, 1}, compiled));
  EXPECT_GE(cache.entries().size(), before + 2);
  EXPECT_EQ(compiled->gangWidth, 1U); // fibers, since a function meets other threads
}

// The functions are compiled by the thread that comes first, and the other thread must wait for
// them: without them its kernel neither links nor is known to need fibers.
TEST(Program, TwoThreadsCompileKernelsWithFunctionPointersAtOnce) {
  constexpr std::uint32_t kThreads = 64; // of a block
  for (int round = 0; round < 4; ++round) {
    auto program = load(kernelsWithFunctionPointers());
    ASSERT_TRUE(program);
    std::barrier start(2);
    Status statuses[2];
    const CompiledKernel* compiled[2] = {};
    const auto compile = [&](int index) {
      start.arrive_and_wait();
      statuses[index] =
          program->specialise(index == 0 ? "first" : "second", {kThreads, 1, 1}, compiled[index]);
    };
    std::thread other(compile, 1);
    compile(0);
    other.join();
    for (int index = 0; index < 2; ++index) {
      ASSERT_TRUE(statuses[index]) << statuses[index].diagnostics[0].message;
      std::vector<std::uint32_t> out(kThreads), scratch(kThreads);
      struct {
        std::uint32_t *out, *scratch;
        std::uint32_t which;
      } params{out.data(), scratch.data(), 0};
      runGrid(*program, index == 0 ? "first" : "second", {kThreads, 1, 1}, 1, &params);
      for (std::uint32_t i = 0; i < kThreads; ++i)
        ASSERT_EQ(out[i], (i + 1) % kThreads);
    }
  }
}

TEST(Program, RunTimeFunctionsAreThoseItIsGiven) {
  const std::string text = ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n"
                           "{\n  nanosleep.u32 1;\n  ret;\n}\n";
  PtxSource source{text, "test"};
  std::unique_ptr<Program> without;
  ASSERT_TRUE(Program::create({&source, 1}, {}, without));
  const CompiledKernel* compiled = nullptr;
  EXPECT_EQ(without->specialise("k", {32, 1, 1}, compiled).failure, Failure::UnresolvedSymbol);
  EXPECT_TRUE(load(text)->specialise("k", {32, 1, 1}, compiled));
}
