// Blocks that wait are put aside: which begin, which are tried again, and what happens to them when
// their kernel ends early.
#include "harness.h"

#include <atomic>
#include <gtest/gtest.h>
#include <mutex>
#include <set>
#include <vector>

using namespace heddle;
using namespace heddle::exec;
using namespace heddle::exec::test;

namespace {

struct WaitingTest : testing::Test {
  ExecutionContext execution;
  Stream& stream = execution.legacyStream();
};

CompiledKernel makeWaitingKernel(BlockFunction run) {
  CompiledKernel kernel = makeKernel(run);
  kernel.yields = true;
  return kernel;
}

TEST_F(WaitingTest, AFirstBlockWaitsForTheLast) {
  std::vector<std::atomic<int>> done(3000);
  CompiledKernel kernel = makeWaitingKernel([](BlockContext* context) {
    auto* done = parameterOf<std::atomic<int>*>(context);
    const std::uint32_t block = context->ctaid[0];
    if (block + 1 < context->nctaid[0] && done[block + 1].load() == 0)
      return BlockStatus::Yielded;
    done[block].fetch_add(1);
    return BlockStatus::Done;
  });
  launch(stream, kernel, grid(3000), done.data())->wait();
  for (auto& count : done)
    EXPECT_EQ(count, 1);
}

TEST_F(WaitingTest, BlocksKeepTheirMemoryWhileTheyWait) {
  struct State {
    std::atomic<int> begun{0}, wrong{0};
  } state;
  CompiledKernel kernel = makeWaitingKernel([](BlockContext* context) {
    auto* state = parameterOf<State*>(context);
    auto* words = reinterpret_cast<std::uint32_t*>(context->shared);
    char* frame = context->frame + sizeof(BlockFrameHeader);
    const std::uint32_t block = context->ctaid[0];
    if (!context->frame[0]) {
      context->frame[0] = 1;
      words[0] = words[255] = block;
      std::memset(frame, static_cast<int>(block), 500);
      state->begun.fetch_add(1);
    }
    if (state->begun.load() < 100)
      return BlockStatus::Yielded;
    bool good = words[0] == block && words[255] == block;
    for (int i = 0; i < 500; ++i)
      good = good && frame[i] == static_cast<char>(block);
    state->wrong.fetch_add(!good);
    return BlockStatus::Done;
  });
  kernel.frameBytes = sizeof(BlockFrameHeader) + 500;
  kernel.staticSharedBytes = 1024;
  launch(stream, kernel, grid(100), &state)->wait();
  EXPECT_EQ(state.wrong, 0);
}

TEST_F(WaitingTest, BlocksBeginInOrderAndOnlyWhenOthersCannotGoOn) {
  // Nobody waits: each block is done before many others have begun, so a few frames are enough.
  struct State {
    std::mutex mutex;
    std::set<char*> frames;
    std::vector<std::uint32_t> order;
  } state;
  CompiledKernel kernel = makeWaitingKernel([](BlockContext* context) {
    auto* state = parameterOf<State*>(context);
    std::lock_guard lock(state->mutex);
    state->frames.insert(context->frame);
    state->order.push_back(context->ctaid[0]);
    return BlockStatus::Done;
  });
  launch(stream, kernel, grid(1000), &state)->wait();
  EXPECT_EQ(state.order.size(), 1000u);
  EXPECT_LE(state.frames.size(), Engine::workersPerDevice());
  // Each worker takes the next one, and may be late to say so.
  for (std::size_t i = 0; i < state.order.size(); ++i)
    EXPECT_LT(state.order[i], i + Engine::workersPerDevice());
}

TEST_F(WaitingTest, AWaitingBlockIsTriedAgainWhileTheOthersGoOn) {
  struct State {
    std::atomic<int> tries{0}, others{0}, before{-1};
  } state;
  CompiledKernel kernel = makeWaitingKernel([](BlockContext* context) {
    auto* state = parameterOf<State*>(context);
    if (context->ctaid[0] != 0)
      state->others.fetch_add(1);
    else if (state->tries.fetch_add(1) < 1000)
      return BlockStatus::Yielded;
    else
      state->before.store(state->others.load());
    return BlockStatus::Done;
  });
  launch(stream, kernel, grid(20), &state)->wait();
  EXPECT_EQ(state.tries, 1001);
  EXPECT_EQ(state.before, 19);
}

TEST_F(WaitingTest, BlocksWaitForAnotherGrid) {
  // Each of more blocks than there are workers waits for a kernel of another stream.
  struct State {
    std::atomic<int> opened{0}, passed{0};
  } state;
  const std::uint32_t blocks = 4 * Engine::workersPerDevice();
  CompiledKernel waits = makeWaitingKernel([](BlockContext* context) {
    auto* state = parameterOf<State*>(context);
    if (state->opened.load() == 0)
      return BlockStatus::Yielded;
    state->passed.fetch_add(1);
    return BlockStatus::Done;
  });
  CompiledKernel opens = makeKernel([](BlockContext* context) {
    parameterOf<State*>(context)->opened.store(1);
    return BlockStatus::Done;
  });
  Stream other(execution, Stream::Mode::NonBlocking);
  TaskRef first = launch(stream, waits, grid(blocks), &state);
  launch(other, opens, grid(1), &state)->wait();
  first->wait();
  EXPECT_EQ(state.passed, static_cast<int>(blocks));
}

TEST_F(WaitingTest, AFaultEndsTheBlocksThatWait) {
  CompiledKernel kernel = makeWaitingKernel([](BlockContext* context) {
    if (context->ctaid[0] < 30)
      return BlockStatus::Yielded; // for ever
    heddle_trap(context, 0);
  });
  setenv("HEDDLE_QUIET", "1", 1);
  launch(stream, kernel, grid(31), 0)->wait();
  unsetenv("HEDDLE_QUIET");
  EXPECT_EQ(execution.fault(), Fault::LaunchFailed);
}

TEST_F(WaitingTest, AFaultLeavesNoFibersBehind) {
  // Blocks of fibers wait for ever until another one faults; the next kernel finds fibers as new.
  struct State {
    std::atomic<int> done{0};
  } state;
  static constexpr ThreadFunction waits = [](BlockContext* context, std::uint32_t thread) {
    if (context->ctaid[0] == 5 && thread == 7)
      heddle_trap(context, thread);
    for (;;)
      heddle_wait(context, thread);
  };
  static constexpr ThreadFunction counts = [](BlockContext* context, std::uint32_t thread) {
    heddle_barrier(context, thread, 0, 0);
    parameterOf<State*>(context)->done.fetch_add(1);
  };
  setenv("HEDDLE_QUIET", "1", 1);
  launch(stream, makeWaitingKernel([](BlockContext* context) {
           return heddle_run_threads(context, waits, 32);
         }),
         grid(6), 0)
      ->wait();
  unsetenv("HEDDLE_QUIET");
  EXPECT_EQ(execution.fault(), Fault::LaunchFailed);
  ExecutionContext fresh;
  launch(fresh.legacyStream(), makeWaitingKernel([](BlockContext* context) {
           return heddle_run_threads(context, counts, 32);
         }),
         grid(6), &state)
      ->wait();
  EXPECT_EQ(fresh.fault(), Fault::None);
  EXPECT_EQ(state.done, 6 * 32);
}

TEST_F(WaitingTest, TheBlocksOfAClusterAreThereTogether) {
  struct State {
    std::vector<std::atomic<int>> begun = std::vector<std::atomic<int>>(64);
    std::atomic<int> wrong{0};
  } state;
  CompiledKernel kernel = makeKernel([](BlockContext* context) {
    auto* state = parameterOf<State*>(context);
    const std::uint32_t block = context->ctaid[0], first = block / 4 * 4;
    if (!context->frame[0]) {
      context->frame[0] = 1;
      *reinterpret_cast<std::uint32_t*>(context->shared) = block;
      state->begun[block].store(1);
    }
    for (std::uint32_t other = first; other < first + 4; ++other) {
      if (state->begun[other].load() == 0)
        return BlockStatus::Yielded;
      // The others' shared memory is at a known distance.
      const auto distance = (static_cast<std::ptrdiff_t>(other) - block) *
                            static_cast<std::ptrdiff_t>(context->sharedStride);
      if (*reinterpret_cast<std::uint32_t*>(context->shared + distance) != other)
        state->wrong.fetch_add(1);
    }
    return BlockStatus::Done;
  });
  kernel.staticSharedBytes = 100;
  LaunchDimensions dimensions = grid(64);
  dimensions.clusterDim = {4, 1, 1};
  launch(stream, kernel, dimensions, &state)->wait();
  EXPECT_EQ(state.wrong, 0);
}

} // namespace
