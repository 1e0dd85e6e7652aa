// Which kernels are compiled before they are launched, and who compiles them.
#include "jit/kernels_ahead.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <string>
#include <thread>

using heddle::jit::KernelsAhead;

namespace {

KernelsAhead::Launch launchOf(unsigned number) {
  return {"kernel" + std::to_string(number), {64, 1, 1}};
}

void addLikely(KernelsAhead& ahead, unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    ahead.addLikely(launchOf(i));
}

// How many kernels next() has before it has enough.
unsigned countNext(KernelsAhead& ahead, unsigned idleCores) {
  unsigned count = 0;
  while (ahead.next(idleCores))
    ++count;
  return count;
}

// Launches two kernels that are not compiled ahead.
void launchTwo(KernelsAhead& ahead) {
  for (const KernelsAhead::Launch& launch : {launchOf(100), launchOf(200)}) {
    ahead.addLikely(launch);
    EXPECT_FALSE(ahead.take(launch));
  }
}

TEST(KernelsAhead, NoneIsCompiledForAProgramThatLaunchesOne) {
  KernelsAhead ahead;
  addLikely(ahead, 1000);
  EXPECT_FALSE(ahead.take(launchOf(500)));
  EXPECT_EQ(countNext(ahead, 2), 0u);
}

TEST(KernelsAhead, FewAreCompiledForAProgramThatLaunchesFew) {
  KernelsAhead ahead;
  addLikely(ahead, 1000);
  EXPECT_FALSE(ahead.take(launchOf(500)));
  EXPECT_FALSE(ahead.take(launchOf(600)));
  EXPECT_EQ(countNext(ahead, 2), 6u);
  // A kernel that is launched shows that others will be, too.
  EXPECT_FALSE(ahead.take(launchOf(700)));
  EXPECT_EQ(countNext(ahead, 2), 1u);
}

TEST(KernelsAhead, AllAreCompiledForAProgramThatLaunchesAll) {
  KernelsAhead ahead;
  addLikely(ahead, 8);
  unsigned compiled = 0;
  for (unsigned i = 0; i < 8; ++i) {
    ahead.take(launchOf(i));
    while (const auto launch = ahead.next(1))
      ahead.run(*launch, [&] { ++compiled; });
  }
  EXPECT_EQ(compiled, 6u);
}

TEST(KernelsAhead, LaunchTakesWhatHasNotBegun) {
  KernelsAhead ahead;
  launchTwo(ahead);
  addLikely(ahead, 1);
  const auto launch = ahead.next(1);
  ASSERT_TRUE(launch);
  EXPECT_FALSE(ahead.take(*launch));
  bool isCompiled = false;
  ahead.run(*launch, [&] { isCompiled = true; });
  EXPECT_FALSE(isCompiled);
  // Other blocks of the same kernel, and other kernels, are nobody's.
  EXPECT_FALSE(ahead.take({launch->first, {32, 1, 1}}));
  EXPECT_FALSE(ahead.next(1));
}

TEST(KernelsAhead, LaunchWaitsForWhatHasBegun) {
  KernelsAhead ahead;
  launchTwo(ahead);
  addLikely(ahead, 1);
  const auto launch = ahead.next(1);
  ASSERT_TRUE(launch);
  std::atomic<bool> hasBegun{false}, isCompiled{false}, maySucceed{false};
  std::thread job([&] {
    ahead.run(*launch, [&] {
      hasBegun = true;
      hasBegun.notify_one();
      maySucceed.wait(false);
      isCompiled = true;
    });
  });
  hasBegun.wait(false);
  std::thread launching([&] {
    EXPECT_TRUE(ahead.take(*launch));
    EXPECT_TRUE(isCompiled);
  });
  maySucceed = true;
  maySucceed.notify_one();
  job.join();
  launching.join();
}

TEST(KernelsAhead, LaunchDoesNotWaitForAJobThatHasFailed) {
  KernelsAhead ahead;
  launchTwo(ahead);
  addLikely(ahead, 1);
  const auto launch = ahead.next(1);
  ASSERT_TRUE(launch);
  EXPECT_THROW(ahead.run(*launch, [] { throw std::bad_alloc(); }), std::bad_alloc);
  EXPECT_TRUE(ahead.take(*launch));
}

} // namespace
