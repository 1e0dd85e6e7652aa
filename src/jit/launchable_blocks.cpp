#include "jit/launchable_blocks.h"

#include <algorithm>

namespace heddle::jit {
namespace {

// The largest block of any GPU.
constexpr std::uint64_t kMostThreadsOfBlock = 1024;

std::uint64_t threadsOf(const std::array<std::uint32_t, 3>& dims) {
  std::uint64_t threads = 1;
  for (const std::uint32_t size : dims)
    threads *= std::min<std::uint64_t>(size, kMostThreadsOfBlock + 1);
  return threads;
}

} // namespace

bool canBeLaunched(const KernelInfo& kernel, const std::array<std::uint32_t, 3>& blockDim) {
  const auto isDeclared = [](const std::array<std::uint32_t, 3>& dims) { return dims[0] != 0; };
  const auto complete = [](std::array<std::uint32_t, 3> dims) {
    std::ranges::replace(dims, 0u, 1u);
    return dims;
  };
  const std::uint64_t most =
      isDeclared(kernel.maxThreads)
          ? std::min(threadsOf(complete(kernel.maxThreads)), kMostThreadsOfBlock)
          : kMostThreadsOfBlock;
  return threadsOf(blockDim) != 0 && threadsOf(blockDim) <= most &&
         (!isDeclared(kernel.requiredThreads) || complete(kernel.requiredThreads) == blockDim);
}

} // namespace heddle::jit
