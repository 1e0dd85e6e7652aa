#include "warp_harness.h"

#include "exec/runtime_symbols.h"
#include "jit/program.h"

#include <gtest/gtest.h>
#include <vector>

namespace heddle::ptx::testing {

WarpProgram::WarpProgram(std::string_view text) {
  std::string full(text);
  if (!text.starts_with(".version"))
    full = ".version 8.7\n.target sm_90\n.address_size 64\n" + full;
  jit::PtxSource source{full, "test"};
  jit::ProgramOptions options;
  options.computeCapability = 999; // whatever the text asks for
  options.runtimeSymbols = exec::runtimeSymbols();
  const jit::Status status = jit::Program::create({&source, 1}, options, program_);
  EXPECT_TRUE(program_) << (status.diagnostics.empty() ? "" : status.diagnostics[0].message) << "\n"
                        << full;
}

WarpProgram::~WarpProgram() = default;

void WarpProgram::run(const std::string& kernel, unsigned threads,
                      std::span<const std::uint64_t> arguments) {
  ASSERT_TRUE(program_);
  const CompiledKernel* compiled = nullptr;
  jit::Status status = program_->specialise(kernel, {threads, 1, 1}, compiled);
  ASSERT_TRUE(status) << status.diagnostics[0].message;
  constexpr std::size_t kAlignment = 128;
  auto aligned = [](std::vector<char>& memory) {
    auto at = reinterpret_cast<std::uintptr_t>(memory.data());
    return memory.data() + (kAlignment - at % kAlignment) % kAlignment;
  };
  std::vector<char> shared(compiled->dynamicSharedOffset + 8192 + kAlignment);
  std::vector<char> frame(compiled->frameBytes + kAlignment);
  BlockContext context{};
  context.params = arguments.data();
  context.shared = aligned(shared);
  context.frame = aligned(frame);
  for (unsigned i = 0; i < 3; ++i)
    context.nctaid[i] = context.ntid[i] = 1;
  context.ntid[0] = threads;
  while (compiled->run(&context) == BlockStatus::Yielded) {
  }
}

} // namespace heddle::ptx::testing
