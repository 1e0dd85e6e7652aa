#include "ptxas/native_code.h"

#include "ir/launched_blocks.h"
#include "jit/launchable_blocks.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

namespace heddle::ptxas {

namespace {

using BlockDim = std::array<std::uint32_t, 3>;
using LaunchedBlocks = std::map<std::string, std::vector<BlockDim>>;

// How sure it is that a kernel is launched with certain block dimensions. When there is not time
// for all, the surest are compiled.
enum class Source { Launch, Bound, Guess };

struct KernelBlock {
  const jit::KernelInfo* kernel;
  BlockDim blockDim;
  jit::CodeTier tier = jit::CodeTier::Full;
};
// The blocks to compile, in the order in which that is done: the surest come first.
using KernelBlocks = std::multimap<Source, KernelBlock>;

std::uint32_t threadsOf(const BlockDim& blockDim) {
  return blockDim[0] * std::max(blockDim[1], 1u) * std::max(blockDim[2], 1u);
}

LaunchedBlocks launchedBlocks(std::span<const jit::PtxSource> sources) {
  LaunchedBlocks blocks;
  for (const jit::PtxSource& source : sources)
    for (const LaunchedBlock& each : heddle::launchedBlocks(source.text))
      blocks[each.kernel].push_back(each.blockDim);
  return blocks;
}

// Kernels with a bound on their threads that is above this are often launched with fewer: they are
// compiled for blocks of this many threads too.
constexpr std::uint32_t kUsualThreadsPerBlock = 256;

void addBlocks(const jit::KernelInfo& kernel, const LaunchedBlocks& launched,
               const NativeCodeOptions& options, KernelBlocks& blocks) {
  const auto add = [&](const BlockDim& blockDim, Source source) {
    if (jit::canBeLaunched(kernel, blockDim))
      blocks.emplace(source, KernelBlock{&kernel, blockDim});
  };
  if (const auto& required = kernel.requiredThreads; required[0])
    return add({required[0], std::max(required[1], 1u), std::max(required[2], 1u)}, Source::Launch);
  const auto known = launched.find(kernel.name);
  if (known != launched.end())
    for (const BlockDim& blockDim : known->second)
      add(blockDim, Source::Launch);
  else if (kernel.maxThreads[0]) {
    const std::uint32_t threads = threadsOf(kernel.maxThreads);
    add({threads, 1, 1}, Source::Bound);
    if (threads > kUsualThreadsPerBlock)
      add({kUsualThreadsPerBlock, 1, 1}, Source::Guess);
  } else {
    for (const std::uint32_t threads : options.blockSizes)
      add({threads, 1, 1}, Source::Guess);
  }
}

// The blocks that can be compiled in about this time. Quick code for all of them is worth more than
// optimised code for some, because it is a first launch that waits.
std::vector<KernelBlock> fitIntoTime(const jit::Program& program, std::chrono::nanoseconds left,
                                     const std::vector<KernelBlock>& blocks) {
  std::map<std::string, jit::CompileTimes> timesOf;
  for (const KernelBlock& block : blocks)
    if (!timesOf.contains(block.kernel->name))
      timesOf.emplace(block.kernel->name, program.compileTimes(block.kernel->name));
  std::vector<KernelBlock> chosen;
  for (KernelBlock block : blocks) {
    const jit::CompileTimes& times = timesOf.at(block.kernel->name);
    const std::chrono::nanoseconds least = times.quick.value_or(times.optimised);
    if (least > left)
      continue;
    left -= least;
    block.tier = times.quick ? jit::CodeTier::Quick : jit::CodeTier::Full;
    chosen.push_back(block);
  }
  for (KernelBlock& block : chosen) {
    const jit::CompileTimes& times = timesOf.at(block.kernel->name);
    if (block.tier != jit::CodeTier::Quick || times.optimised - *times.quick > left)
      continue;
    left -= times.optimised - *times.quick;
    block.tier = jit::CodeTier::Full;
  }
  return chosen;
}

std::vector<KernelBlock> chooseBlocks(const jit::Program& program, const LaunchedBlocks& launched,
                                      const NativeCodeOptions& options) {
  KernelBlocks blocks;
  for (const jit::KernelInfo& kernel : program.kernels())
    addBlocks(kernel, launched, options, blocks);
  std::vector<KernelBlock> surestFirst;
  for (const auto& [source, block] : blocks)
    surestFirst.push_back(block);
  return options.budget ? fitIntoTime(program, *options.budget, surestFirst) : surestFirst;
}

} // namespace

jit::Precompiled makeNativeCode(jit::Program& program, std::span<const jit::PtxSource> sources,
                                const NativeCodeOptions& options) {
  const std::vector<KernelBlock> blocks = chooseBlocks(program, launchedBlocks(sources), options);
  jit::Precompiled code;
  std::mutex mutex; // guards code
  std::atomic<std::size_t> next = 0;
  const auto compileBlocks = [&] {
    for (std::size_t i = next++; i < blocks.size(); i = next++) {
      jit::Precompiled made;
      static_cast<void>(
          program.precompile(blocks[i].kernel->name, blocks[i].blockDim, blocks[i].tier, made));
      std::lock_guard lock(mutex);
      code.merge(made);
    }
  };
  const std::size_t threads =
      options.threads ? options.threads : std::max(std::thread::hardware_concurrency(), 1u);
  std::vector<std::jthread> others;
  while (others.size() + 1 < std::min(threads, blocks.size()))
    others.emplace_back(compileBlocks);
  compileBlocks();
  others.clear(); // waits for them
  return code;
}

} // namespace heddle::ptxas
