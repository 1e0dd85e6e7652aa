// The way from a kernel's first code, which was made quickly, to its optimised code. The optimised
// code is made in the background, and only for a kernel that has run for a while: most kernels of a
// test run once, for less time than it takes to optimise them.
#pragma once

#include "ir/kernel_abi.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <utility>

namespace heddle {

class OptimisedCode {
public:
  // `start` begins to make the optimised code, which takes about `cost` nanoseconds, without
  // waiting for it. It must not throw. It is called when the quick code has run for
  // 1 / kPartWorthOptimising of that on all workers together. `runTime` counts it, and may begin
  // with what counts already.
  OptimisedCode(std::uint64_t cost, std::atomic<std::uint64_t>& runTime,
                std::function<void()> start)
      : runTime_(runTime), cost_(cost), start_(std::move(start)) {}

  // Quick code that has run for a quarter of the time that optimising it takes will probably run
  // for long enough to be worth it.
  static constexpr std::uint64_t kPartWorthOptimising = 4;

  // Null until the optimised code is there.
  const CompiledKernel* get() const { return kernel_.load(std::memory_order_acquire); }
  // The kernel must live as long as the quick one.
  void set(const CompiledKernel& kernel) { kernel_.store(&kernel, std::memory_order_release); }

  // Workers say here how long they have run the quick code.
  void noteRun(std::uint64_t nanoseconds) {
    const std::uint64_t before = runTime_.fetch_add(nanoseconds, std::memory_order_relaxed);
    if (before + nanoseconds >= cost_ / kPartWorthOptimising &&
        !isStarted_.load(std::memory_order_relaxed))
      startNow();
  }
  // Begins to make the optimised code however long the quick code has run.
  void startNow() {
    if (isStarted_.exchange(true, std::memory_order_relaxed))
      return;
    latest_.store(Clock::now() + std::chrono::nanoseconds(kLatestByCost * cost_),
                  std::memory_order_relaxed);
    start_();
  }

  // Waits for the optimised code where it is there soon, and returns at once where it is not.
  void waitIfSoonThere() {
    if (!isSoonThere())
      return;
    startNow();
    while (isExpected())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  bool isSoonThere() const { return cost_ <= kSoon && !get(); }

  // While the optimised code is made, one worker leaves its core to the compiler, for as long as
  // `isNeeded` returns false. Returns at once on all other workers. It does not wait for ever,
  // since the code never comes if the compiler fails.
  template <typename IsNeeded> void leaveCoreToCompiler(IsNeeded isNeeded) {
    if (!isExpected() || hasCore_.exchange(true, std::memory_order_relaxed))
      return;
    while (isExpected() && !isNeeded())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    hasCore_.store(false, std::memory_order_relaxed);
  }

private:
  // A program that measures a launch waits for code that takes no longer than this to make, in
  // nanoseconds.
  static constexpr std::uint64_t kSoon = 4'000'000'000;

  using Clock = std::chrono::steady_clock;
  // The cost is an estimate, and processor time: on a machine that others use, the compiler needs
  // several times as long.
  static constexpr std::uint64_t kLatestByCost = 4;

  bool isExpected() const {
    return !get() && Clock::now() < latest_.load(std::memory_order_relaxed);
  }

  std::atomic<const CompiledKernel*> kernel_{nullptr};
  std::atomic<std::uint64_t>& runTime_;
  std::atomic<bool> isStarted_{false};
  std::atomic<Clock::time_point> latest_{}; // when the code should be there, once it is started
  std::atomic<bool> hasCore_{false};        // whether the compiler has the core of a worker
  const std::uint64_t cost_;
  const std::function<void()> start_;
};

// The best code of a kernel that there is now.
inline const CompiledKernel& latestCode(const CompiledKernel& kernel) {
  const CompiledKernel* const optimised = kernel.optimised ? kernel.optimised->get() : nullptr;
  return optimised ? *optimised : kernel;
}

} // namespace heddle
