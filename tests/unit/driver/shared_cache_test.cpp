// Processes that need the same kernel at the same time compile it once: the others wait for the
// one that does, and load what it has stored. Each process has its environment and counts what it
// compiles by what HEDDLE_DUMP=form prints.
#include "jit/object_cache.h"

#include <cuda.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fs = std::filesystem;
using heddle::jit::ObjectCache;

namespace {

constexpr const char* kKernel = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry number(.param .u64 out) {
  .reg .b32 %r<2>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r1;
  ret;
})";

// A process that waits for a lock that nobody gives back would wait for a minute, and then compile
// the kernel itself. This ends it before, by a signal.
constexpr unsigned kLongestSeconds = 50;

// Exits with 0 if the kernel has run.
[[noreturn]] void launchAndExit() {
  alarm(kLongestSeconds);
  CUcontext context;
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr out;
  unsigned values[64] = {};
  bool isRight = cuInit(0) == CUDA_SUCCESS &&
                 cuCtxCreate(&context, nullptr, 0, 0) == CUDA_SUCCESS &&
                 cuModuleLoadData(&module, kKernel) == CUDA_SUCCESS &&
                 cuModuleGetFunction(&kernel, module, "number") == CUDA_SUCCESS &&
                 cuMemAlloc(&out, sizeof values) == CUDA_SUCCESS;
  void* parameters[] = {&out};
  isRight =
      isRight &&
      cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters, nullptr) == CUDA_SUCCESS &&
      cuMemcpyDtoH(values, out, sizeof values) == CUDA_SUCCESS && values[63] == 63;
  std::exit(isRight ? 0 : 1);
}

class SharedCacheTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    cache_.emplace(folder_ + "/heddle", 1 << 30);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Starts a process that launches the kernel. What it compiles goes to the file `log`.
  pid_t start(const std::string& log) const {
    const pid_t child = fork();
    if (child != 0)
      return child;
    unsetenv("CUDA_CACHE_DISABLE");
    setenv("CUDA_CACHE_PATH", folder_.c_str(), 1);
    setenv("HEDDLE_JIT", "full", 1);
    setenv("HEDDLE_DUMP", "form", 1);
    const int file = open((folder_ + "/" + log).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    dup2(file, STDERR_FILENO);
    launchAndExit();
  }
  static void expectSuccess(pid_t child) {
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 0);
  }
  // How often the process with this log has compiled the kernel.
  unsigned compilations(const std::string& log) const {
    std::ifstream file(folder_ + "/" + log);
    unsigned count = 0;
    for (std::string line; std::getline(file, line);)
      count += line.find("kernel number, block 64x1x1") != std::string::npos;
    return count;
  }
  // Lets a process store the kernel's object, takes it out of the cache again, and returns its key.
  std::string removeObject(std::string& payload) const {
    expectSuccess(start("first"));
    EXPECT_EQ(compilations("first"), 1u);
    const auto entries = cache_->entries();
    EXPECT_EQ(entries.size(), 1u);
    const std::string key = entries.empty() ? "" : entries[0].name;
    payload = cache_->load(key).value_or("");
    EXPECT_FALSE(payload.empty());
    cache_->shrink(0);
    return key;
  }
  // Waits until the process has opened the file of the lock, which it does before it waits for it.
  static void waitUntilItWaits(pid_t child, const std::string& key) {
    const std::string descriptors = "/proc/" + std::to_string(child) + "/fd";
    for (;; std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
      std::error_code error;
      for (const auto& entry : fs::directory_iterator(descriptors, error))
        if (fs::read_symlink(entry, error).filename() == "lock." + key)
          return;
      siginfo_t ended{};
      waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT);
      ASSERT_EQ(ended.si_pid, 0) << "the process has ended without waiting";
    }
  }

  std::string folder_ = testing::TempDir() + "heddle-shared-XXXXXX";
  std::optional<ObjectCache> cache_; // that of the processes
};

TEST_F(SharedCacheTest, OneOfTwoProcessesCompilesTheKernel) {
  const pid_t one = start("one"), other = start("other");
  expectSuccess(one);
  expectSuccess(other);
  EXPECT_EQ(compilations("one") + compilations("other"), 1u);
}

TEST_F(SharedCacheTest, ProcessLoadsWhatAnotherOneMakesMeanwhile) {
  std::string payload;
  const std::string key = removeObject(payload);
  pid_t waiting;
  {
    const ObjectCache::MakingLock lock(*cache_, key);
    waiting = start("waiting");
    waitUntilItWaits(waiting, key);
    cache_->store(key, payload);
  }
  expectSuccess(waiting);
  EXPECT_EQ(compilations("waiting"), 0u);
}

TEST_F(SharedCacheTest, ProcessGoesOnWhenTheOneThatCompilesIsKilled) {
  std::string payload;
  const std::string key = removeObject(payload);
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t holder = fork();
  if (holder == 0) {
    const ObjectCache::MakingLock lock(*cache_, key);
    (void)!write(ready[1], "!", 1);
    for (;;)
      pause();
  }
  char byte;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  const pid_t waiting = start("waiting");
  waitUntilItWaits(waiting, key);
  ASSERT_EQ(kill(holder, SIGKILL), 0);
  ASSERT_EQ(waitpid(holder, nullptr, 0), holder);
  expectSuccess(waiting);
  EXPECT_EQ(compilations("waiting"), 1u);
  EXPECT_EQ(cache_->load(key), payload);
  close(ready[0]);
  close(ready[1]);
}

} // namespace
