// Which code a kernel begins with, and how optimised code takes the place of quick code.

#include "jit/background_thread.h"
#include "jit/object_cache.h"
#include "jit/program_impl.h"

namespace heddle::jit {
namespace {

// PTX instructions of a kernel and the functions that it calls. Smaller kernels are optimised at
// once: that takes little time.
constexpr std::size_t kSmallKernel = 400;

} // namespace

bool Program::Impl::beginsQuickly(const std::string& kernel, const BlockDim& blockDim) const {
  if (tier != CodeTier::Tiered)
    return tier == CodeTier::Quick;
  if (!tiersSmallKernels && ptx::instructionCount(*module, kernel) < kSmallKernel)
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
