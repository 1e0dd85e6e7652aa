// Without HEDDLE_JIT code is tiered: optimised code takes the place of quick code, and a process, a
// module or a context may end while it is made. Each case runs in a process of its own, with its
// environment.
#include "jit/object_cache.h"

#include <cuda.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

// Rounds of each exit; HEDDLE_SOAK for more.
unsigned rounds() {
  const char* const text = std::getenv("HEDDLE_SOAK");
  return text ? static_cast<unsigned>(std::atoi(text)) : 3;
}

// A kernel whose optimised code takes some tenths of a second: a loop over chains of many
// operations. Each thread stores the sum of its chains. Threads meet once.
std::string largeKernel(unsigned chains) {
  std::string text = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry large(.param .u64 out, .param .u32 rounds) {
  .reg .pred %p<3>;
  .reg .b32 %r<80>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [rounds];
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, %ctaid.x;
  mad.lo.s32 %r4, %r3, 64, %r2;
  mul.wide.u32 %rd2, %r4, 4;
  add.s64 %rd3, %rd1, %rd2;
  mov.u32 %r5, 0;
  mov.u32 %r6, %r4;
  bar.sync 0;
loop:
)";
  for (unsigned i = 0; i < chains; ++i) {
    const std::string value = "%r" + std::to_string(8 + i % 64);
    text += "  mad.lo.u32 " + value + ", %r6, " + std::to_string(2 * i + 3) + ", %r5;\n";
    text += "  xor.b32 %r6, %r6, " + value + ";\n";
    text += "  shf.l.wrap.b32 %r6, %r6, %r6, " + std::to_string(i % 31 + 1) + ";\n";
  }
  return text + R"(  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p1, %r5, %r1;
  @%p1 bra loop;
  st.global.u32 [%rd3], %r6;
  ret;
})";
}

class Launcher {
public:
  Launcher() {
    EXPECT_EQ(cuInit(0), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxCreate(&context, nullptr, 0, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleLoadData(&module, largeKernel(700).c_str()), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleGetFunction(&kernel, module, "large"), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAlloc(&out, kThreads * sizeof(unsigned)), CUDA_SUCCESS);
  }
  void launch(unsigned loops) {
    void* parameters[] = {&out, &loops};
    EXPECT_EQ(cuLaunchKernel(kernel, kBlocks, 1, 1, 64, 1, 1, 0, nullptr, parameters, nullptr),
              CUDA_SUCCESS);
  }
  std::vector<unsigned> results() {
    std::vector<unsigned> values(kThreads);
    EXPECT_EQ(cuMemcpyDtoH(values.data(), out, kThreads * sizeof(unsigned)), CUDA_SUCCESS);
    return values;
  }

  static constexpr unsigned kBlocks = 512, kThreads = 64 * kBlocks;
  CUcontext context = nullptr;
  CUmodule module = nullptr;
  CUfunction kernel = nullptr;
  CUdeviceptr out = 0;
};

// Enough loops for the quick code to be worth replacing.
constexpr unsigned kManyLoops = 16;

// Runs `body` in a child process, which exits with 0 if it finds no failure.
template <typename Body> void inProcess(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    unsetenv("HEDDLE_JIT"); // the default is tested
    setenv("CUDA_CACHE_DISABLE", "1", 1);
    alarm(240); // a process that hangs ends by a signal
    body();
    std::exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

// At different times of the compilation.
void waitSome(unsigned round) {
  std::this_thread::sleep_for(std::chrono::milliseconds(round % 60 * 7));
}

// How often the trace has the kernel with quick code and with other code.
std::pair<unsigned, unsigned> tracedCodes(const std::string& path) {
  std::ifstream file(path);
  std::pair<unsigned, unsigned> counts;
  for (std::string line; std::getline(file, line);)
    if (line.find(R"("name":"large")") != std::string::npos)
      ++(line.find(R"("code":"quick")") != std::string::npos ? counts.first : counts.second);
  return counts;
}

TEST(TieredCode, ResultsAreTheSameBeforeAndAfterTheSwitch) {
  inProcess([] {
    const std::string trace = testing::TempDir() + "heddle-tiers-" + std::to_string(getpid());
    setenv("HEDDLE_TRACE_FILE", trace.c_str(), 1);
    Launcher launcher;
    launcher.launch(3);
    const std::vector<unsigned> first = launcher.results();
    EXPECT_GT(tracedCodes(trace).first, 0u);
    EXPECT_EQ(tracedCodes(trace).second, 0u);
    // The switch may come between blocks of a grid.
    for (int i = 0; i < 1000 && tracedCodes(trace).second == 0; ++i) {
      launcher.launch(kManyLoops);
      EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    }
    EXPECT_GT(tracedCodes(trace).second, 0u);
    launcher.launch(3);
    EXPECT_EQ(launcher.results(), first);
    unlink(trace.c_str());
  });
}

// A program that chooses a size by the time between events chooses by optimised code: the second
// launch waits for it. An event that tells no time changes nothing.
TEST(TieredCode, LaunchesBetweenTimingEventsWaitForOptimisedCode) {
  inProcess([] {
    const std::string trace = testing::TempDir() + "heddle-events-" + std::to_string(getpid());
    setenv("HEDDLE_TRACE_FILE", trace.c_str(), 1);
    Launcher launcher;
    const auto codesBehind = [&](unsigned flags) {
      CUevent event = nullptr;
      EXPECT_EQ(cuEventCreate(&event, flags), CUDA_SUCCESS);
      EXPECT_EQ(cuEventRecord(event, nullptr), CUDA_SUCCESS);
      launcher.launch(1);
      EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
      EXPECT_EQ(cuEventDestroy(event), CUDA_SUCCESS);
      return tracedCodes(trace);
    };
    codesBehind(CU_EVENT_DEFAULT);
    EXPECT_EQ(codesBehind(CU_EVENT_DISABLE_TIMING).second, 0u);
    const auto [quick, optimised] = codesBehind(CU_EVENT_DEFAULT);
    EXPECT_GT(quick, 0u);
    EXPECT_GT(optimised, 0u);
    unlink(trace.c_str());
  });
}

TEST(TieredCode, ProcessExitsWhileCodeIsOptimised) {
  for (unsigned round = 0; round < rounds(); ++round)
    inProcess([&] {
      Launcher launcher;
      launcher.launch(kManyLoops);
      EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
      waitSome(round);
    });
}

TEST(TieredCode, ModuleIsUnloadedWhileCodeIsOptimised) {
  for (unsigned round = 0; round < rounds(); ++round)
    inProcess([&] {
      Launcher launcher;
      launcher.launch(kManyLoops);
      waitSome(round);
      EXPECT_EQ(cuModuleUnload(launcher.module), CUDA_SUCCESS);
      if (round % 2)
        waitSome(round + 30);
    });
}

TEST(TieredCode, ContextIsDestroyedWhileCodeIsOptimised) {
  for (unsigned round = 0; round < rounds(); ++round)
    inProcess([&] {
      Launcher launcher;
      launcher.launch(kManyLoops);
      waitSome(round);
      EXPECT_EQ(cuCtxDestroy(launcher.context), CUDA_SUCCESS);
      Launcher again;
      again.launch(kManyLoops);
      EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    });
}

// Launches the kernel once with the cache in this folder.
void runShortly(const std::string& cachePath, bool expectsQuickCode) {
  inProcess([&] {
    unsetenv("CUDA_CACHE_DISABLE");
    setenv("CUDA_CACHE_PATH", cachePath.c_str(), 1);
    const std::string trace = cachePath + "/trace";
    setenv("HEDDLE_TRACE_FILE", trace.c_str(), 1);
    Launcher launcher;
    launcher.launch(1);
    EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    const auto [quick, optimised] = tracedCodes(trace);
    EXPECT_EQ(quick > 0, expectsQuickCode);
    EXPECT_EQ(optimised > 0, !expectsQuickCode);
    unlink(trace.c_str());
  });
}

std::string findRunTime(const heddle::jit::ObjectCache& cache) {
  for (const auto& entry : cache.entries())
    if (entry.name.starts_with("quick-run-time."))
      return entry.name;
  return "";
}

// No process is long enough for the background, yet one of them optimises the kernel in the end.
TEST(TieredCode, ShortProcessesAddUp) {
  std::string folder = testing::TempDir() + "heddle-short-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const heddle::jit::ObjectCache cache(folder + "/heddle", 1 << 30);
  const auto storedTime = [&] {
    const std::string stored = cache.load(findRunTime(cache)).value_or("");
    std::uint64_t time = 0;
    if (stored.size() == sizeof time)
      std::memcpy(&time, stored.data(), sizeof time);
    return time;
  };
  runShortly(folder, true);
  const std::uint64_t afterOne = storedTime();
  EXPECT_GT(afterOne, 0u);
  runShortly(folder, true);
  EXPECT_GT(storedTime(), afterOne);
  // A damaged file counts as none, and is replaced.
  const std::string name = findRunTime(cache);
  std::ofstream(folder + "/heddle/" + name) << "a time of somebody else";
  EXPECT_EQ(storedTime(), 0u);
  runShortly(folder, true);
  EXPECT_GT(storedTime(), 0u);
  // As if many processes had run.
  constexpr std::uint64_t kHour = 3'600'000'000'000;
  cache.store(name, {reinterpret_cast<const char*>(&kHour), sizeof kHour});
  runShortly(folder, false);
  std::filesystem::remove_all(folder);
}

// LeakSanitizer asks this. A forked process has lost the threads whose stacks refer to memory, so
// that it would count as lost too.
extern "C" int __lsan_is_turned_off() {
  return 1;
}

TEST(TieredCode, ProcessForksWhileCodeIsOptimised) {
  for (unsigned round = 0; round < rounds(); ++round)
    inProcess([&] {
      Launcher launcher;
      launcher.launch(kManyLoops);
      EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
      waitSome(round);
      const pid_t child = fork();
      if (child == 0)
        std::exit(cuCtxSynchronize() == CUDA_ERROR_NOT_INITIALIZED ? 0 : 1);
      int status = -1;
      EXPECT_EQ(waitpid(child, &status, 0), child);
      EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    });
}

} // namespace
