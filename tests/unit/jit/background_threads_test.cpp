// exit() stops the threads that compile in the background before it ends anything that they use.
#include "jit/background_threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <unistd.h>

using namespace heddle;

namespace {

constexpr int kUsedAfterItsEnd = 3;

std::atomic<bool> isMade = false, hasEnded = false;

// Stands for a global object that LLVM makes when it first needs it, on a background thread. exit()
// ends objects in the reverse order of their making, so this one ends before all others.
struct MadeLate {
  MadeLate() { isMade = true; }
  MadeLate(const MadeLate&) = delete;
  MadeLate& operator=(const MadeLate&) = delete;
  ~MadeLate() {
    hasEnded = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
};

[[noreturn]] void exitDuringAJob() {
  jit::runInBackground([] {
    static const MadeLate object;
    for (;;) {
      if (hasEnded)
        _exit(kUsedAfterItsEnd);
      jit::waitIfExiting();
    }
  });
  while (!isMade)
    std::this_thread::yield();
  std::exit(0);
}

} // namespace

TEST(BackgroundThreads, StopBeforeWhatTheyHaveMadeEnds) {
  EXPECT_EXIT(exitDuringAJob(), testing::ExitedWithCode(0), "");
}
