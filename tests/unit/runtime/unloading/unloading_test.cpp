// Libraries with kernels that come and go, the driver itself opened by name, and the ends of a
// process: work pending, exit from another thread, destructors that call the runtime.
#include <cuda.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <malloc.h>
#include <string>
#include <thread>
#include <unistd.h>

namespace {

class Plugin {
public:
  explicit Plugin(const char* path) : handle_(dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    EXPECT_NE(handle_, nullptr) << dlerror();
  }
  ~Plugin() {
    if (handle_)
      EXPECT_EQ(dlclose(handle_), 0);
  }
  int run() const { return function<int (*)()>("runPlugin")(); }
  int* begin(int rounds) const { return function<int* (*)(int)>("beginPlugin")(rounds); }
  static bool isLoaded(const char* path) {
    void* handle = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (handle)
      dlclose(handle);
    return handle != nullptr;
  }

private:
  template <typename Function> Function function(const char* name) const {
    return reinterpret_cast<Function>(dlsym(handle_, name));
  }

  void* handle_;
};

std::size_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t total = 0, resident = 0;
  file >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t heapBytes() {
  return mallinfo2().uordblks;
}

std::size_t mappings() {
  std::ifstream file("/proc/self/maps");
  return static_cast<std::size_t>(
      std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n'));
}

std::size_t openDescriptors() {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

class Unloading : public testing::TestWithParam<const char*> {
protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

// Each time the variables start anew: nothing of the library before is left.
TEST_P(Unloading, AHundredTimes) {
  std::size_t resident = 0, heap = 0, maps = 0, descriptors = 0;
  for (int round = 0; round < 100; ++round) {
    if (round == 20) {
      resident = residentBytes();
      heap = heapBytes();
      maps = mappings();
      descriptors = openDescriptors();
    }
    {
      Plugin plugin(GetParam());
      ASSERT_EQ(plugin.run(), 42) << "round " << round;
      if (round % 10 == 0)
        ASSERT_EQ(plugin.run(), -1000); // total counts on, counter alone would be 44
    }
    ASSERT_FALSE(Plugin::isLoaded(GetParam()));
  }
  EXPECT_LT(residentBytes(), resident + (8u << 20));
  EXPECT_LT(heapBytes(), heap + (32u << 10));
  EXPECT_LE(mappings(), maps + 8);
  EXPECT_EQ(openDescriptors(), descriptors);
}

// Its kernel ends although the library that it came with is gone from the program.
TEST_P(Unloading, WithWorkPending) {
  for (int round = 0; round < 10; ++round) {
    int* out;
    {
      Plugin plugin(GetParam());
      out = plugin.begin(10'000'000);
      ASSERT_NE(out, nullptr);
    }
    EXPECT_EQ(*static_cast<volatile int*>(out), 7);
  }
}

// Rows P-095, P-112, P-113: with static runtimes, there are two.
TEST_P(Unloading, TwoAtOnce) {
  std::thread other([] {
    for (int round = 0; round < 20; ++round)
      EXPECT_EQ(Plugin(PLUGIN_COPY).run(), 42);
  });
  for (int round = 0; round < 20; ++round)
    EXPECT_EQ(Plugin(GetParam()).run(), 42);
  other.join();
}

TEST_P(Unloading, ExitWhileLoaded) {
  EXPECT_EXIT(
      {
        static const auto* const plugin = new Plugin(GetParam());
        if (plugin->run() == 42)
          std::exit(3);
      },
      testing::ExitedWithCode(3), "");
}

TEST_P(Unloading, ExitOfAnotherThreadWithWorkPending) {
  EXPECT_EXIT(
      {
        static const auto* const plugin = new Plugin(GetParam());
        plugin->run();
        plugin->begin(1'000'000'000);
        std::thread([] { std::exit(4); }).join();
      },
      testing::ExitedWithCode(4), "");
}

TEST_P(Unloading, ExitWhileOthersLaunch) {
  EXPECT_EXIT(
      {
        static const auto* const plugin = new Plugin(GetParam());
        plugin->run();
        for (int i = 0; i < 3; ++i)
          std::thread([] {
            for (;;)
              plugin->run();
          }).detach();
        usleep(20'000);
        std::exit(5);
      },
      testing::ExitedWithCode(5), "");
}

INSTANTIATE_TEST_SUITE_P(, Unloading, testing::Values(PLUGIN_SHARED, PLUGIN_STATIC),
                         [](const auto& instance) {
                           return std::string(instance.index == 0 ? "SharedRuntime"
                                                                  : "StaticRuntime");
                         });

// The workers go on, so the code stays where it is.
// Row P-097.
TEST(UnloadingDriver, OpenedByName) {
  void* first = nullptr;
  for (int round = 0; round < 20; ++round) {
    void* library = dlopen(DRIVER_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    const auto find = [&](const char* name) { return dlsym(library, name); };
    auto init = reinterpret_cast<decltype(&cuInit)>(find("cuInit"));
    auto create = reinterpret_cast<decltype(&cuCtxCreate)>(find("cuCtxCreate_v4"));
    auto set = reinterpret_cast<decltype(&cuMemsetD32Async)>(find("cuMemsetD32Async"));
    auto allocate = reinterpret_cast<decltype(&cuMemAlloc)>(find("cuMemAlloc_v2"));
    auto destroy = reinterpret_cast<decltype(&cuCtxDestroy)>(find("cuCtxDestroy_v2"));
    ASSERT_TRUE(init && create && set && allocate && destroy);
    if (!first)
      first = reinterpret_cast<void*>(init);
    EXPECT_EQ(reinterpret_cast<void*>(init), first);
    CUcontext context;
    CUdeviceptr memory;
    EXPECT_EQ(init(0), CUDA_SUCCESS);
    EXPECT_EQ(create(&context, nullptr, 0, 0), CUDA_SUCCESS);
    EXPECT_EQ(allocate(&memory, 4u << 20), CUDA_SUCCESS);
    EXPECT_EQ(set(memory, 1, 1u << 20, nullptr), CUDA_SUCCESS);
    if (round % 2) // else with the context and its work left behind
      EXPECT_EQ(destroy(context), CUDA_SUCCESS);
    EXPECT_EQ(dlclose(library), 0);
  }
}

} // namespace
