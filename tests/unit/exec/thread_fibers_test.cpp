// Threads as fibers, without compiled code: the functions that kernels call.
#include "exec/thread_fibers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

using namespace heddle;
using namespace heddle::exec;

namespace {

// What a test's threads share; BlockContext::params points to it.
struct State {
  std::vector<int> shared = std::vector<int>(128);
  std::vector<int> out = std::vector<int>(128, -1);
  int counter = 0;
  bool opened = false;
};

State& stateOf(BlockContext* context) {
  return *static_cast<State*>(const_cast<void*>(context->params));
}

struct ThreadFibersTest : testing::Test {
  ThreadFibersTest() {
    context.params = &state;
    context.frame = frame;
  }
  ~ThreadFibersTest() override { ThreadFibers::discard(frame); }

  BlockStatus run(ThreadFunction function, std::uint32_t threads) {
    return ThreadFibers::run(context, function, threads);
  }

  State state;
  BlockContext context{};
  alignas(64) char frame[sizeof(BlockFrameHeader)] = {};
};

constexpr std::uint32_t kEveryone = ~0u;

// Positions as the compiler numbers them: only their order counts.
enum Position : std::uint64_t { kFirst = 1, kSecond, kThird, kFourth };

TEST_F(ThreadFibersTest, LanesAreInStep) {
  // Without steps lane 0 would read its neighbour's word before it is there, and lane 63 after it
  // was overwritten.
  ThreadFunction function = [](BlockContext* context, std::uint32_t thread) {
    State& state = stateOf(context);
    heddle_step(context, thread, kFirst);
    state.shared[thread] = static_cast<int>(thread);
    heddle_step(context, thread, kSecond);
    const int other = state.shared[thread ^ 1];
    heddle_step(context, thread, kThird);
    state.shared[thread] = -1;
    state.out[thread] = other;
  };
  EXPECT_EQ(run(function, 64), BlockStatus::Done);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(state.out[i], i ^ 1);
}

TEST_F(ThreadFibersTest, LanesThatPartedComeTogether) {
  // Odd lanes have one access more; the others wait for them where their ways meet again.
  ThreadFunction function = [](BlockContext* context, std::uint32_t thread) {
    State& state = stateOf(context);
    if (thread % 2) {
      heddle_step(context, thread, kFirst);
      state.shared[thread] = static_cast<int>(thread);
    }
    heddle_step(context, thread, kSecond);
    state.shared[thread] += 100;
    heddle_step(context, thread, kThird);
    state.out[thread] = state.shared[thread ^ 1];
  };
  EXPECT_EQ(run(function, 40), BlockStatus::Done);
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(state.out[i], i % 2 ? 100 : i + 101);
}

TEST_F(ThreadFibersTest, LanesInALoopComeBeforeWhatFollowsIt) {
  ThreadFunction function = [](BlockContext* context, std::uint32_t thread) {
    State& state = stateOf(context);
    for (std::uint32_t i = 0; i < thread % 4; ++i) {
      heddle_step(context, thread, kFirst);
      ++state.shared[thread];
    }
    heddle_step(context, thread, kSecond);
    state.out[thread] = state.shared[thread ^ 3];
  };
  EXPECT_EQ(run(function, 32), BlockStatus::Done);
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(state.out[i], (i ^ 3) % 4);
}

__attribute__((noinline)) void called(BlockContext* context, std::uint32_t thread) {
  heddle_step(context, thread, kFourth);
  stateOf(context).shared[thread] = 7;
}

TEST_F(ThreadFibersTest, LanesInACallComeBeforeTheirCallers) {
  // Positions count within a function: the call's is later than the one that follows it.
  ThreadFunction function = [](BlockContext* context, std::uint32_t thread) {
    if (thread < 16)
      called(context, thread);
    heddle_step(context, thread, kFirst);
    State& state = stateOf(context);
    state.out[thread] = state.shared[thread ^ 16];
  };
  EXPECT_EQ(run(function, 32), BlockStatus::Done);
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(state.out[i], i < 16 ? 0 : 7);
}

TEST_F(ThreadFibersTest, LanesAgreeOnWhatTheFirstLoads) {
  // The counter stands for memory that another block changes between the loads of two lanes.
  ThreadFunction function = [](BlockContext* context, std::uint32_t thread) {
    State& state = stateOf(context);
    const auto load = [&](const void* address, std::uint64_t position) {
      return heddle_agree(context, thread, static_cast<std::uint64_t>(++state.counter), address,
                          position);
    };
    const std::uint64_t first = load(&state, kFirst);
    const std::uint64_t second = load(&state.counter, kSecond);
    heddle_step(context, thread, kThird);
    const std::uint64_t third = load(&state, kFirst);
    const std::uint64_t own = load(&state.out[thread], kFourth);
    state.out[thread] = static_cast<int>(first * 1000 + second * 100 + third);
    state.shared[thread] = static_cast<int>(own);
  };
  EXPECT_EQ(run(function, 64), BlockStatus::Done);
  for (int i = 0; i < 64; ++i) {
    // Each warp loads 64 times before its lanes meet, and the second warp does so behind the first.
    EXPECT_EQ(state.out[i], i < 32 ? 1000 + 200 + 129 : 65000 + 6600 + 193) << i;
    EXPECT_EQ(state.shared[i], 130 + 2 * i) << i;
  }
}

TEST_F(ThreadFibersTest, ALaneThatPollsDoesNotHoldTheOthers) {
  // Lane 0 polls, at a position before the store that it waits for.
  ThreadFunction function = [](BlockContext* context, std::uint32_t thread) {
    State& state = stateOf(context);
    if (thread == 0)
      for (;;) {
        heddle_step(context, thread, kFirst);
        if (state.shared[31])
          break;
        heddle_wait(context, thread);
      }
    heddle_step(context, thread, kSecond);
    state.shared[thread] = 1;
    state.out[thread] = 1;
  };
  EXPECT_EQ(run(function, 32), BlockStatus::Done);
  EXPECT_EQ(state.out[0], 1);
}

TEST_F(ThreadFibersTest, ABlockWhoseThreadsWaitYieldsAndGoesOn) {
  ThreadFunction function = [](BlockContext* context, std::uint32_t thread) {
    State& state = stateOf(context);
    ++state.counter;
    while (!state.opened)
      heddle_wait(context, thread);
    state.out[thread] = static_cast<int>(thread);
  };
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(run(function, 5), BlockStatus::Yielded);
  EXPECT_EQ(state.counter, 5); // nobody began again
  EXPECT_EQ(ThreadFibers::runningThread(frame), 4u);
  state.opened = true;
  EXPECT_EQ(run(function, 5), BlockStatus::Done);
  EXPECT_EQ(ThreadFibers::runningThread(frame), std::nullopt);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(state.out[i], i);
}

TEST_F(ThreadFibersTest, WaitingDoesNotHoldABarrierOfTheOthers) {
  // Two warps meet at a barrier for 64 while the third waits for what they do then.
  ThreadFunction function = [](BlockContext* context, std::uint32_t thread) {
    State& state = stateOf(context);
    if (thread < 64) {
      heddle_barrier(context, thread, 3, 64);
      ++state.counter;
    } else {
      while (state.counter < 64)
        heddle_wait(context, thread);
    }
    state.out[thread] = 1;
  };
  EXPECT_EQ(run(function, 96), BlockStatus::Done);
  for (int i = 0; i < 96; ++i)
    EXPECT_EQ(state.out[i], 1);
}

TEST_F(ThreadFibersTest, ReturnedThreadsDoNotCountAtBarriers) {
  ThreadFunction function = [](BlockContext* context, std::uint32_t thread) {
    if (thread % 3 == 0)
      heddle_exit(context, thread);
    stateOf(context).out[thread] =
        static_cast<int>(heddle_barrier_sum(context, thread, 0, 0, thread % 2));
  };
  EXPECT_EQ(run(function, 30), BlockStatus::Done);
  for (int i = 0; i < 30; ++i)
    EXPECT_EQ(state.out[i], i % 3 == 0 ? -1 : 10);
}

TEST_F(ThreadFibersTest, WarpOperationsMeetByMembers) {
  // Each half votes by itself, the second half twice; then all together, without those who left.
  ThreadFunction function = [](BlockContext* context, std::uint32_t thread) {
    const bool low = thread % 32 < 16;
    const std::uint32_t half = low ? 0xffff : 0xffff0000;
    auto ballot = [&](bool predicate, std::uint32_t members) {
      return static_cast<std::uint32_t>(heddle_warp_operation(
          context, thread, WarpOperation::VoteBallot, predicate, 0, 0, members));
    };
    std::uint32_t seen = ballot(thread % 2, half);
    if (!low)
      seen = ballot(thread % 4 == 0, half);
    if (thread == 5)
      return;
    const std::uint32_t all = ballot(true, kEveryone);
    stateOf(context).out[thread] = static_cast<int>(seen ^ all);
  };
  EXPECT_EQ(run(function, 32), BlockStatus::Done);
  const std::uint32_t all = ~(1u << 5);
  for (std::uint32_t i = 0; i < 32; ++i)
    if (i != 5)
      EXPECT_EQ(static_cast<std::uint32_t>(state.out[i]), all ^ (i < 16 ? 0xaaaau : 0x11110000u));
}

} // namespace
