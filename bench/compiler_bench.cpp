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
    heddle::jit::Status status;
    auto program = heddle::jit::Program::create({&source, 1}, {}, status);
    const heddle::CompiledKernel* compiled = nullptr;
    if (!program || !program->specialise(
                        "smooth", {static_cast<std::uint32_t>(state.range(0)), 1, 1}, compiled))
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
