// How long the compiler takes, stage by stage, with Google Benchmark: `compiler_bench`.
#include "jit/program.h"
#include "ptx/ptx.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

namespace {

// A loop over shared memory between barriers: every SIMT pass has something to do.
const std::string kPtx = R"(
.version 7.5
.target sm_75
.address_size 64
.visible .entry smooth(.param .u64 data, .param .u32 rounds)
{
  .reg .pred %p<3>;
  .reg .b32 %r<16>;
  .reg .f32 %f<4>;
  .reg .b64 %rd<5>;
  .shared .align 4 .b8 tile[1024];
  ld.param.u64 %rd1, [data];
  ld.param.u32 %r1, [rounds];
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mad.lo.s32 %r5, %r3, %r4, %r2;
  mul.wide.s32 %rd2, %r5, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.f32 %f1, [%rd3];
  shl.b32 %r6, %r2, 2;
  mov.u32 %r7, tile;
  add.u32 %r8, %r7, %r6;
  mov.u32 %r9, 0;
LOOP:
  st.shared.f32 [%r8], %f1;
  bar.sync 0;
  setp.eq.u32 %p1, %r2, 0;
  @%p1 bra SKIP;
  ld.shared.f32 %f2, [%r8+-4];
  add.f32 %f3, %f1, %f2;
  mul.f32 %f1, %f3, 0f3F000000;
SKIP:
  bar.sync 0;
  add.u32 %r9, %r9, 1;
  setp.lt.u32 %p2, %r9, %r1;
  @%p2 bra LOOP;
  st.global.f32 [%rd3], %f1;
  ret;
}
)";

std::string header() {
  return ".version 7.5\n.target sm_75\n.address_size 64\n";
}

// A kernel of about this many instructions: arithmetic on eight chains of values, loads and stores
// of global and shared memory, guarded parts of ten instructions, barriers at even distances.
std::string kernel(const std::string& name, unsigned instructions, unsigned branches,
                   unsigned barriers) {
  std::string text = ".visible .entry " + name + R"((.param .u64 data, .param .u32 n)
{
  .reg .pred %p<4>;
  .reg .b32 %r<32>;
  .reg .f32 %f<16>;
  .reg .b64 %rd<5>;
  .shared .align 4 .b8 tile[4096];
  ld.param.u64 %rd1, [data];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mad.lo.s32 %r5, %r3, %r4, %r2;
  mul.wide.s32 %rd2, %r5, 4;
  add.s64 %rd3, %rd1, %rd2;
  shl.b32 %r6, %r2, 2;
  mov.u32 %r7, tile;
  add.u32 %r8, %r7, %r6;
)";
  unsigned count = 11, label = 0, met = 0;
  auto add = [&](const std::string& instruction) {
    text += "  " + instruction + ";\n";
    ++count;
  };
  auto r = [](unsigned index) { return "%r" + std::to_string(16 + index % 8); };
  auto f = [](unsigned index) { return "%f" + std::to_string(1 + index % 8); };
  for (unsigned i = 0; i < 8; ++i) {
    add("add.u32 " + r(i) + ", %r5, " + std::to_string(i));
    add("cvt.rn.f32.u32 " + f(i) + ", " + r(i));
  }
  for (unsigned i = 0;; ++i) {
    if (count >= instructions)
      break;
    bool branch = branches != 0 && count * branches / instructions >= label;
    std::string end = "L" + std::to_string(label);
    if (branch) {
      add("and.b32 %r9, " + r(i) + ", " + std::to_string(1u << i % 5));
      add("setp.eq.u32 %p1, %r9, 0");
      add("@%p1 bra " + end);
    }
    add("mad.lo.u32 " + r(i) + ", " + r(i + 1) + ", 1664525, " + r(i + 3));
    add("xor.b32 " + r(i + 2) + ", " + r(i) + ", " + r(i + 5));
    add("fma.rn.f32 " + f(i) + ", " + f(i + 1) + ", 0f3F000000, " + f(i + 3));
    add("ld.global.f32 %f9, [%rd3+" + std::to_string(4 * (i % 64)) + "]");
    add("add.f32 " + f(i + 4) + ", " + f(i) + ", %f9");
    add("shr.u32 %r10, " + r(i) + ", 3");
    add("add.u32 " + r(i + 6) + ", " + r(i + 6) + ", %r10");
    if (i % 4 == 0)
      add("st.shared.f32 [%r8], " + f(i));
    if (branch)
      text += "L" + std::to_string(label++) + ":\n";
    if (barriers != 0 && count * barriers / instructions > met) {
      ++met;
      add("bar.sync 0");
      add("ld.shared.f32 " + f(i) + ", [%r8+16]");
      add("bar.sync 0");
    }
  }
  for (unsigned i = 0; i < 8; ++i) {
    add("cvt.rn.f32.u32 %f10, " + r(i));
    add("add.f32 " + f(i) + ", " + f(i) + ", %f10");
    add("st.global.f32 [%rd3+" + std::to_string(4 * i) + "], " + f(i));
  }
  return text + "  ret;\n}\n";
}

bool compile(const std::string& text, const std::string& name, std::uint32_t threads) {
  heddle::jit::PtxSource source{text, "bench"};
  std::unique_ptr<heddle::jit::Program> program;
  const heddle::CompiledKernel* compiled = nullptr;
  return heddle::jit::Program::create({&source, 1}, {}, program) &&
         program->specialise(name, {threads, 1, 1}, compiled);
}

void tenThousandStraight(benchmark::State& state) {
  const std::string text = header() + kernel("big", 10000, 0, 0);
  for (auto _ : state)
    if (!compile(text, "big", static_cast<std::uint32_t>(state.range(0))))
      state.SkipWithError("does not compile");
}
BENCHMARK(tenThousandStraight)->Arg(1024)->Arg(100)->Arg(1)->Unit(benchmark::kMillisecond);

void tenThousandWithBarriers(benchmark::State& state) {
  const std::string text = header() + kernel("big", 10000, 600, 50);
  for (auto _ : state)
    if (!compile(text, "big", static_cast<std::uint32_t>(state.range(0))))
      state.SkipWithError("does not compile");
}
BENCHMARK(tenThousandWithBarriers)
    ->Arg(1024)
    ->Arg(128)
    ->Arg(100)
    ->Arg(33)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond);

void fiveHundredWithBarriers(benchmark::State& state) {
  const std::string text = header() + kernel("small", 500, 10, 5);
  for (auto _ : state)
    if (!compile(text, "small", static_cast<std::uint32_t>(state.range(0))))
      state.SkipWithError("does not compile");
}
BENCHMARK(fiveHundredWithBarriers)->Arg(128)->Arg(100)->Unit(benchmark::kMillisecond);

// A module of a hundred kernels: loading it, and the first of them in native code.
void hundredKernels(benchmark::State& state) {
  std::string text = header();
  for (unsigned i = 0; i < 100; ++i)
    text += kernel("k" + std::to_string(i), 40, 1, 0);
  for (auto _ : state) {
    heddle::jit::PtxSource source{text, "bench"};
    std::unique_ptr<heddle::jit::Program> program;
    const heddle::CompiledKernel* compiled = nullptr;
    if (!heddle::jit::Program::create({&source, 1}, {}, program) ||
        (state.range(0) != 0 && !program->specialise("k0", {256, 1, 1}, compiled)))
      state.SkipWithError("does not compile");
  }
}
BENCHMARK(hundredKernels)->ArgName("launch")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void parse(benchmark::State& state) {
  for (auto _ : state) {
    std::vector<heddle::ptx::Diagnostic> diagnostics;
    benchmark::DoNotOptimize(heddle::ptx::parse(kPtx, diagnostics));
  }
}
BENCHMARK(parse);

void lower(benchmark::State& state) {
  std::vector<heddle::ptx::Diagnostic> diagnostics;
  auto module = heddle::ptx::parse(kPtx, diagnostics);
  auto linked = heddle::ptx::link({&module, 1}, diagnostics);
  for (auto _ : state) {
    llvm::LLVMContext context;
    benchmark::DoNotOptimize(heddle::ptx::lower(*linked, "smooth", context, diagnostics));
  }
}
BENCHMARK(lower)->Unit(benchmark::kMillisecond);

// Everything from PTX text to native code for one block shape, without the cache.
void specialise(benchmark::State& state) {
  for (auto _ : state) {
    heddle::jit::PtxSource source{kPtx, "bench"};
    std::unique_ptr<heddle::jit::Program> program;
    const heddle::CompiledKernel* compiled = nullptr;
    if (!heddle::jit::Program::create({&source, 1}, {}, program) ||
        !program->specialise("smooth", {static_cast<std::uint32_t>(state.range(0)), 1, 1},
                             compiled))
      state.SkipWithError("does not compile");
  }
}
BENCHMARK(specialise)->Arg(256)->Arg(100)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
  setenv("CUDA_CACHE_DISABLE", "1", 1);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
