#include "harness.h"

#include "ir/optimised_code.h"

#include <atomic>
#include <ctime>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <vector>

using namespace heddle;
using namespace heddle::exec;
using namespace heddle::exec::test;

namespace {

struct BlockTest : testing::Test {
  ExecutionContext execution;
  Stream& stream = execution.legacyStream();
};

BlockStatus countBlock(BlockContext* context) {
  auto* counts = parameterOf<std::atomic<int>*>(context);
  const std::size_t index =
      (std::size_t(context->ctaid[2]) * context->nctaid[1] + context->ctaid[1]) *
          context->nctaid[0] +
      context->ctaid[0];
  counts[index].fetch_add(1);
  return BlockStatus::Done;
}

TEST_F(BlockTest, EveryBlockRunsOnce) {
  const CompiledKernel kernel = makeKernel(countBlock);
  for (auto dimensions : {grid(1), grid(7, 5, 3), grid(100000), grid(3, 1000, 2)}) {
    std::vector<std::atomic<int>> counts(dimensions.blocks());
    launch(stream, kernel, dimensions, counts.data())->wait();
    for (auto& count : counts)
      ASSERT_EQ(count, 1);
  }
  EXPECT_EQ(execution.fault(), Fault::None);
}

std::uint64_t threadNanoseconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

// Blocks that begin after the optimised code is there run it.
TEST_F(BlockTest, OptimisedCodeTakesOverBetweenBlocks) {
  static std::atomic<int> started;
  static OptimisedCode* optimised;
  started = 0;
  CompiledKernel full = makeKernel([](BlockContext* context) {
    parameterOf<std::atomic<int>*>(context)[context->ctaid[0]].fetch_add(100);
    return BlockStatus::Done;
  });
  full.frameBytes = 4096;
  constexpr std::uint64_t kWorthOptimising = 50'000'000;
  std::atomic<std::uint64_t> runTime = 0;
  OptimisedCode code(kWorthOptimising * OptimisedCode::kPartWorthOptimising, runTime, [&] {
    ++started;
    optimised->set(full);
  });
  optimised = &code;
  CompiledKernel quick = makeKernel([](BlockContext* context) {
    parameterOf<std::atomic<int>*>(context)[context->ctaid[0]].fetch_add(1);
    // Workers count processor time, of which a busy machine has less.
    const std::uint64_t start = threadNanoseconds();
    while (threadNanoseconds() - start < 1'000'000)
      cpuRelax();
    return BlockStatus::Done;
  });
  quick.optimised = &code;
  std::vector<std::atomic<int>> counts(1000);
  launch(stream, quick, grid(1000), counts.data())->wait();
  EXPECT_EQ(started, 1);
  EXPECT_GE(runTime, kWorthOptimising);
  EXPECT_EQ(counts.front(), 1);
  EXPECT_EQ(counts.back(), 100);
  for (auto& count : counts)
    EXPECT_TRUE(count == 1 || count == 100) << count;
}

// One worker at a time waits for the optimised code, until it is there.
TEST(OptimisedCode, OneWorkerLeavesItsCoreToTheCompiler) {
  constexpr std::uint64_t kHour = 3'600'000'000'000;
  std::atomic<std::uint64_t> runTime = 0;
  OptimisedCode code(kHour, runTime, [] {});
  const auto fail = [] {
    ADD_FAILURE() << "waits";
    return true;
  };
  code.leaveCoreToCompiler(fail); // the code is not being made yet
  code.startNow();
  std::atomic<bool> isWaiting = false;
  std::thread worker([&] {
    code.leaveCoreToCompiler([&] {
      isWaiting = true;
      return false;
    });
  });
  while (!isWaiting)
    std::this_thread::yield();
  code.leaveCoreToCompiler(fail); // another worker waits already
  const CompiledKernel full;
  code.set(full);
  worker.join();
  code.leaveCoreToCompiler(fail); // the code is there
}

// A grid that has no more blocks does not wait, nor does one whose code should be there already.
TEST(OptimisedCode, WorkersDoNotWaitInVain) {
  constexpr std::uint64_t kHour = 3'600'000'000'000;
  std::atomic<std::uint64_t> runTime = 0;
  OptimisedCode code(kHour, runTime, [] {});
  code.startNow();
  for (unsigned i = 0; i < 2; ++i) {
    unsigned questions = 0;
    code.leaveCoreToCompiler([&] { return ++questions != 0; });
    EXPECT_EQ(questions, 1u);
  }
  OptimisedCode late(0, runTime, [] {});
  late.startNow();
  unsigned questions = 0;
  late.leaveCoreToCompiler([&] { return ++questions != 0; });
  EXPECT_EQ(questions, 0u);
}

TEST_F(BlockTest, BlocksStartInAscendingOrder) {
  // Each block waits for the one before it, which must have been started.
  std::vector<std::atomic<int>> flags(5000);
  const CompiledKernel kernel = makeKernel([](BlockContext* context) {
    auto* flags = parameterOf<std::atomic<int>*>(context);
    const std::uint32_t block = context->ctaid[0];
    while (block > 0 && flags[block - 1].load(std::memory_order_acquire) == 0)
      cpuRelax();
    flags[block].store(1, std::memory_order_release);
    return BlockStatus::Done;
  });
  launch(stream, kernel, grid(5000), flags.data())->wait();
  for (auto& flag : flags)
    EXPECT_EQ(flag, 1);
}

TEST_F(BlockTest, SharedMemoryAndFrame) {
  CompiledKernel kernel = makeKernel([](BlockContext* context) {
    auto* failures = parameterOf<std::atomic<int>*>(context);
    bool good = reinterpret_cast<std::uintptr_t>(context->shared) % 1024 == 0 &&
                reinterpret_cast<std::uintptr_t>(context->frame) % 64 == 0 &&
                context->sharedBytes == 150000 && context->dynamicSharedBytes == 100000;
    for (std::size_t i = 0; i < sizeof(BlockFrameHeader); ++i)
      good = good && context->frame[i] == 0;
    std::memset(context->frame, 0xff, 300);
    std::memset(context->shared, 0xff, 150000);
    if (!good)
      failures->fetch_add(1);
    return BlockStatus::Done;
  });
  kernel.frameBytes = 300;
  kernel.staticSharedBytes = 49990;
  kernel.dynamicSharedOffset = 50000;
  std::atomic<int> failures{0};
  LaunchDimensions dimensions = grid(64);
  dimensions.dynamicSharedBytes = 100000;
  launch(stream, kernel, dimensions, &failures)->wait();
  EXPECT_EQ(failures, 0);
}

TEST_F(BlockTest, SharedMemoryGrowsBeyondAnyDevice) {
  CompiledKernel kernel = makeKernel([](BlockContext* context) {
    std::memset(context->shared, 1, 4u << 20);
    return BlockStatus::Done;
  });
  kernel.staticSharedBytes = 4u << 20;
  launch(stream, kernel, grid(4), 0)->wait();
  EXPECT_EQ(execution.fault(), Fault::None);
}

TEST_F(BlockTest, LargeParameters) {
  struct Large {
    std::atomic<long>* sum;
    int values[2000];
  } large;
  std::atomic<long> sum{0};
  large.sum = &sum;
  std::iota(std::begin(large.values), std::end(large.values), 0);
  const CompiledKernel kernel = makeKernel([](BlockContext* context) {
    const auto* parameter = static_cast<const Large*>(context->params);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(parameter) % 64, 0u);
    parameter->sum->fetch_add(
        std::accumulate(std::begin(parameter->values), std::end(parameter->values), 0L));
    return BlockStatus::Done;
  });
  launch(stream, kernel, grid(3), large)->wait();
  EXPECT_EQ(sum, 3 * 1999000L);
}

// A grid-wide barrier: no block goes on before all have arrived.
TEST_F(BlockTest, YieldingBlocksAreAllResident) {
  struct State {
    std::atomic<int> arrived{0}, passed{0};
  } state;
  CompiledKernel kernel = makeKernel([](BlockContext* context) {
    auto* state = parameterOf<State*>(context);
    if (!context->frame[0]) {
      context->frame[0] = 1;
      state->arrived.fetch_add(1);
    }
    if (state->arrived.load() < 50)
      return BlockStatus::Yielded;
    state->passed.fetch_add(1);
    return BlockStatus::Done;
  });
  kernel.yields = true;
  kernel.frameBytes = sizeof(BlockFrameHeader);
  launch(stream, kernel, grid(50), &state)->wait();
  EXPECT_EQ(state.arrived, 50);
  EXPECT_EQ(state.passed, 50);
}

} // namespace
