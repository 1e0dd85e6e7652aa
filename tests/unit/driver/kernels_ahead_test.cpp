// Kernels that the host code of a source launches are compiled on idle cores as soon as one of them
// is needed. Each case runs in a process of its own, with its environment.
#include "jit/object_cache.h"

#include <cuda.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

constexpr unsigned kKernels = 4, kThreads = 64;

std::string nameOf(unsigned number) {
  return "add" + std::to_string(number);
}

// Kernels that add their number and a chain of `length` operations to each element, with the
// comments that nvcc writes for launches with constant blocks.
std::string module(unsigned length) {
  std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n";
  for (unsigned i = 0; i < kKernels; ++i)
    text += "// heddle.launched " + nameOf(i) + " " + std::to_string(kThreads) + " 1 1\n";
  // These are no launches that can be.
  text += "// heddle.launched add0 4294967295 4294967295 2\n// heddle.launched add0 0 1 1\n"
          "// heddle.launched other 64 1 1\n// heddle.launched add0 64\n";
  for (unsigned i = 0; i < kKernels; ++i) {
    text += ".visible .entry " + nameOf(i) + R"((.param .u64 values) {
  .reg .b32 %r<4>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [values];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r2, [%rd3];
  mov.u32 %r3, %r2;
)";
    for (unsigned j = 0; j < length; ++j)
      text += "  shf.l.wrap.b32 %r3, %r3, %r3, %r1;\n  mad.lo.u32 %r3, %r3, %r1, %r2;\n"
              "  bar.sync 0;\n";
    text += "  and.b32 %r3, %r3, 0;\n  add.u32 %r2, %r2, %r3;\n  add.u32 %r2, %r2, " +
            std::to_string(i + 1) + ";\n  st.global.u32 [%rd3], %r2;\n  ret;\n}\n";
  }
  return text;
}

class Launcher {
public:
  explicit Launcher(unsigned length) {
    CUcontext context;
    EXPECT_EQ(cuInit(0), CUDA_SUCCESS);
    EXPECT_EQ(cuCtxCreate(&context, nullptr, 0, 0), CUDA_SUCCESS);
    EXPECT_EQ(cuModuleLoadData(&module_, module(length).c_str()), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAlloc(&values_, kThreads * sizeof(unsigned)), CUDA_SUCCESS);
    EXPECT_EQ(cuMemsetD32(values_, 0, kThreads), CUDA_SUCCESS);
  }
  void launch(unsigned number) {
    CUfunction kernel;
    EXPECT_EQ(cuModuleGetFunction(&kernel, module_, nameOf(number).c_str()), CUDA_SUCCESS);
    void* parameters[] = {&values_};
    EXPECT_EQ(cuLaunchKernel(kernel, 1, 1, 1, kThreads, 1, 1, 0, nullptr, parameters, nullptr),
              CUDA_SUCCESS);
  }
  unsigned value() {
    unsigned value = 0;
    EXPECT_EQ(cuMemcpyDtoH(&value, values_, sizeof value), CUDA_SUCCESS);
    return value;
  }
  void unload() { EXPECT_EQ(cuModuleUnload(module_), CUDA_SUCCESS); }

private:
  CUmodule module_ = nullptr;
  CUdeviceptr values_ = 0;
};

// Runs `body` in a child process, which exits with 0 if it finds no failure.
template <typename Body> void inProcess(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(240); // a process that hangs ends by a signal
    unsetenv("HEDDLE_DUMP");
    body();
    std::exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

class KernelsAheadTest : public testing::Test {
protected:
  void SetUp() override {
    if (std::thread::hardware_concurrency() < 2)
      GTEST_SKIP() << "there is no idle core";
  }
};

TEST_F(KernelsAheadTest, TwoLaunchesCompileTheOthersToo) {
  std::string folder = testing::TempDir() + "heddle-ahead-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  inProcess([&] {
    unsetenv("CUDA_CACHE_DISABLE");
    setenv("CUDA_CACHE_PATH", folder.c_str(), 1);
    setenv("HEDDLE_JIT", "full", 1);
    const heddle::jit::ObjectCache cache(folder + "/heddle", 1 << 30);
    Launcher launcher(1);
    launcher.launch(1);
    launcher.launch(2);
    const auto isObject = [](const auto& entry) {
      return entry.name.find('.') == std::string::npos;
    };
    // The alarm ends a process in which the others never come.
    while (std::ranges::count_if(cache.entries(), isObject) < kKernels)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    for (unsigned i = 0; i < kKernels; ++i)
      launcher.launch(i);
    EXPECT_EQ(launcher.value(), 2u + 3 + 1 + 2 + 3 + 4);
  });
  std::filesystem::remove_all(folder);
}

TEST_F(KernelsAheadTest, LaunchesGetTheirCodeWithoutACache) {
  inProcess([] {
    setenv("CUDA_CACHE_DISABLE", "1", 1);
    Launcher launcher(20);
    for (unsigned i = 0; i < kKernels; ++i)
      launcher.launch(i);
    EXPECT_EQ(launcher.value(), 1u + 2 + 3 + 4);
  });
}

TEST_F(KernelsAheadTest, ProcessExitsWhileKernelsAreCompiled) {
  for (unsigned round = 0; round < 3; ++round)
    inProcess([&] {
      setenv("CUDA_CACHE_DISABLE", "1", 1);
      setenv("HEDDLE_JIT", "full", 1);
      Launcher launcher(100);
      launcher.launch(0);
      launcher.launch(1);
      EXPECT_EQ(launcher.value(), 1u + 2);
      std::this_thread::sleep_for(std::chrono::milliseconds(round * 7));
    });
}

// How many descriptors of this process refer to a file of this name.
unsigned countOpen(const std::string& name) {
  std::error_code error;
  unsigned count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    count += std::filesystem::read_symlink(entry, error).filename() == name;
  return count;
}

// Another process, here this one, compiles a kernel that nobody has launched yet.
TEST_F(KernelsAheadTest, ProcessExitsWhileAnotherOneCompilesAKernel) {
  std::string folder = testing::TempDir() + "heddle-ahead-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const auto launch = [&](std::initializer_list<unsigned> numbers) {
    unsetenv("CUDA_CACHE_DISABLE");
    setenv("CUDA_CACHE_PATH", folder.c_str(), 1);
    setenv("HEDDLE_JIT", "full", 1);
    Launcher launcher(1);
    for (const unsigned number : numbers)
      launcher.launch(number);
    EXPECT_GT(launcher.value(), 0u);
  };
  inProcess([&] { launch({1}); });
  const heddle::jit::ObjectCache cache(folder + "/heddle", 1 << 30);
  const auto entries = cache.entries();
  ASSERT_EQ(entries.size(), 1u);
  const std::string& key = entries[0].name;
  cache.shrink(0);
  const heddle::jit::ObjectCache::MakingLock lock(cache, key);
  inProcess([&] {
    alarm(40); // it would wait for the lock for a minute
    launch({0, 2});
    // One descriptor is inherited.
    while (countOpen("lock." + key) < 2)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  std::filesystem::remove_all(folder);
}

TEST_F(KernelsAheadTest, ModuleIsUnloadedWhileItsKernelsAreCompiled) {
  for (unsigned round = 0; round < 3; ++round)
    inProcess([&] {
      setenv("CUDA_CACHE_DISABLE", "1", 1);
      Launcher launcher(100);
      launcher.launch(0);
      launcher.launch(1);
      EXPECT_EQ(launcher.value(), 1u + 2);
      launcher.unload();
      std::this_thread::sleep_for(std::chrono::milliseconds(round * 30));
    });
}

} // namespace
