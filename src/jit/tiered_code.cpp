// Which code a kernel begins with, and how optimised code takes the place of quick code.

#include "jit/background_thread.h"
#include "jit/object_cache.h"
#include "jit/program_impl.h"

namespace heddle::jit {
namespace {

// PTX instructions of a kernel and the functions that it calls. Smaller kernels are optimised at
// once, since that takes little time. Quick code of smaller kernels is not strip-mined: that saves
// little time, and the kernels of bench/ would run two to six times as slowly (2026-11).
constexpr std::size_t kSmallKernel = 400;

} // namespace

bool Program::Impl::isLarge(const std::string& kernel) const {
  return takesSmallKernelsForLarge || ptx::instructionCount(*module, kernel) >= kSmallKernel;
}

bool Program::Impl::beginsQuickly(const std::string& kernel, const BlockDim& blockDim) const {
  if (tier != CodeTier::Tiered)
    return tier == CodeTier::Quick;
  if (!isLarge(kernel))
    return false;
  std::string payload;
  return !findObject(cacheKey({kernel, blockDim}), payload);
}

void Program::Impl::addOptimisedCode(const std::string& kernel, const BlockDim& blockDim,
                                     KernelForBlockDim& entry) {
  // The entry lives as long as this object, which the job keeps alive.
  const auto optimise = [this, kernel, blockDim, &entry] {
    if (makeCode({kernel, blockDim}, entry, entry.optimisedKernel))
      entry.optimised->set(entry.optimisedKernel);
  };
  entry.optimised = std::make_unique<OptimisedCode>([this, optimise] {
    try {
      // A job that has not begun when the program goes is dropped.
      runInBackground([program = weak_from_this(), optimise] {
        if (const std::shared_ptr<Impl> alive = program.lock())
          optimise();
      });
    } catch (...) { // NOLINT(bugprone-empty-catch): see below
      // Without memory or a thread the quick code stays.
    }
  });
  entry.kernel.optimised = entry.optimised.get();
}

} // namespace heddle::jit
