// The way from a kernel's first code, which was made quickly, to its optimised code. The optimised
// code is made in the background, and only for a kernel that has run for a while: most kernels of a
// test run once, for less time than it takes to optimise them.
#pragma once

#include "ir/kernel_abi.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

namespace heddle {

class OptimisedCode {
public:
  // `start` begins to make the optimised code, without waiting for it. It must not throw. It is
  // called when the quick code has run for `worth` nanoseconds on all workers together. `runTime`
  // counts them, and may begin with what counts already.
  OptimisedCode(std::uint64_t worth, std::atomic<std::uint64_t>& runTime,
                std::function<void()> start)
      : runTime_(runTime), worth_(worth), start_(std::move(start)) {}

  // Null until the optimised code is there.
  const CompiledKernel* get() const { return kernel_.load(std::memory_order_acquire); }
  // The kernel must live as long as the quick one.
  void set(const CompiledKernel& kernel) { kernel_.store(&kernel, std::memory_order_release); }

  // Workers say here how long they have run the quick code.
  void noteRun(std::uint64_t nanoseconds) {
    const std::uint64_t before = runTime_.fetch_add(nanoseconds, std::memory_order_relaxed);
    if (before + nanoseconds >= worth_ && !isStarted_.load(std::memory_order_relaxed))
      startNow();
  }
  // Begins to make the optimised code however long the quick code has run.
  void startNow() {
    if (!isStarted_.exchange(true, std::memory_order_relaxed))
      start_();
  }

private:
  std::atomic<const CompiledKernel*> kernel_{nullptr};
  std::atomic<std::uint64_t>& runTime_;
  std::atomic<bool> isStarted_{false};
  const std::uint64_t worth_;
  const std::function<void()> start_;
};

// The best code of a kernel that there is now.
inline const CompiledKernel& latestCode(const CompiledKernel& kernel) {
  const CompiledKernel* const optimised = kernel.optimised ? kernel.optimised->get() : nullptr;
  return optimised ? *optimised : kernel;
}

} // namespace heddle
