// Rows of the object interface: registration, launch, symbols, in any order and number.
#include "runtime_fixture.h"

#include <cstdlib>
#include <thread>

namespace {

struct Wrapper {
  int magic = 0x466243b1;
  int version = 1;
  const void* container = nullptr;
  void* prelinked = nullptr;
};

void addOne(int*) {}
void store(int*, int) {}
void missing() {}
int counterShadow, unknownShadow;
void* managedShadow;

class RegistrationTest : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    handle_ = __cudaRegisterFatBinary(&wrapper_);
    registerKernel(addOne, "addOne");
    registerKernel(store, "store");
    registerKernel(missing, "missing");
    __cudaRegisterVar(handle_, reinterpret_cast<char*>(&counterShadow), nullptr, "counter", 0,
                      sizeof(int), 0, 0);
    __cudaRegisterVar(handle_, reinterpret_cast<char*>(&unknownShadow), nullptr, "unknown", 0,
                      sizeof(int), 0, 0);
    __cudaRegisterManagedVar(handle_, &managedShadow, nullptr, "managed", 0, sizeof(int), 0, 0);
    __cudaRegisterFatBinaryEnd(handle_);
  }
  void TearDown() override {
    if (handle_)
      __cudaUnregisterFatBinary(handle_);
  }

  template <class F> void registerKernel(F* host, const char* name) {
    __cudaRegisterFunction(handle_, reinterpret_cast<const char*>(host), nullptr, name, -1, nullptr,
                           nullptr, nullptr, nullptr, nullptr);
  }

  Wrapper wrapper_;
  void** handle_ = nullptr;
};

TEST_F(RegistrationTest, NothingIsLoadedUntilUsed) {
  EXPECT_TRUE(driver().calls.empty());
}

TEST_F(RegistrationTest, LaunchRunsTheKernel) {
  int value = 4;
  int* pointer = &value;
  void* arguments[] = {&pointer};
  EXPECT_EQ(
      cudaLaunchKernel(addOne, dim3(2, 3, 4), dim3(5, 6, 7), arguments, 88, cudaStream_t(0x1000)),
      cudaSuccess);
  EXPECT_EQ(value, 5);
  EXPECT_EQ(driver().grid[1], 3u);
  EXPECT_EQ(driver().block[2], 7u);
  EXPECT_EQ(driver().sharedBytes, 88u);
  EXPECT_EQ(driver().stream, cudaStream_t(0x1000));
}

TEST_F(RegistrationTest, LibraryAndKernelAreLookedUpOnce) {
  int value = 0;
  int* pointer = &value;
  void* arguments[] = {&pointer};
  for (int i = 0; i < 10; ++i)
    ASSERT_EQ(cudaLaunchKernel(addOne, 1, 1, arguments, 0, nullptr), cudaSuccess);
  EXPECT_EQ(value, 10);
  EXPECT_EQ(count("cuLibraryLoadData"), 1);
  EXPECT_EQ(count("cuLibraryGetKernel"), 1);
  EXPECT_EQ(count("cuDevicePrimaryCtxRetain"), 1);

  // Handles outlive a reset of the device, the context does not.
  ASSERT_EQ(cudaDeviceReset(), cudaSuccess);
  ASSERT_EQ(cudaLaunchKernel(addOne, 1, 1, arguments, 0, nullptr), cudaSuccess);
  EXPECT_EQ(count("cuLibraryLoadData"), 1);
  EXPECT_EQ(count("cuLibraryGetKernel"), 1);
  EXPECT_EQ(count("cuDevicePrimaryCtxRetain"), 2);
}

TEST_F(RegistrationTest, EachHostThreadGetsTheContext) {
  int value = 0;
  int* pointer = &value;
  void* arguments[] = {&pointer};
  ASSERT_EQ(cudaLaunchKernel(addOne, 1, 1, arguments, 0, nullptr), cudaSuccess);
  std::thread([&] {
    EXPECT_EQ(cudaLaunchKernel(addOne, 1, 1, arguments, 0, nullptr), cudaSuccess);
  }).join();
  EXPECT_EQ(value, 2);
  EXPECT_EQ(count("cuDevicePrimaryCtxRetain"), 1);
  EXPECT_EQ(count("cuCtxSetCurrent"), 2);
}

TEST_F(RegistrationTest, LaunchErrors) {
  EXPECT_EQ(cudaLaunchKernel(missing, 1, 1, nullptr, 0, nullptr), cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaLaunchKernel(static_cast<const void*>(nullptr), 1, 1, nullptr, 0, nullptr),
            cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaLaunchKernel(static_cast<const void*>(&wrapper_), 1, 1, nullptr, 0, nullptr),
            cudaErrorInvalidResourceHandle);
  driver().nextLaunch = CUDA_ERROR_INVALID_VALUE;
  EXPECT_EQ(cudaLaunchKernel(addOne, 1, 2048, nullptr, 0, nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
}

TEST_F(RegistrationTest, CallConfigurationsNest) {
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = nullptr;
  EXPECT_EQ(__cudaPushCallConfiguration(dim3(1), dim3(2), 3, cudaStream_t(4)), 0u);
  EXPECT_EQ(__cudaPushCallConfiguration(dim3(5), dim3(6), 7, cudaStream_t(8)), 0u);
  EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaSuccess);
  EXPECT_EQ(grid.x, 5u);
  EXPECT_EQ(stream, cudaStream_t(8));
  EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaSuccess);
  EXPECT_EQ(block.x, 2u);
  EXPECT_EQ(shared, 3u);
  EXPECT_EQ(__cudaPopCallConfiguration(&grid, &block, &shared, &stream),
            cudaErrorMissingConfiguration);
}

TEST_F(RegistrationTest, ExtendedLaunchConvertsArguments) {
  int value = 0;
  cudaLaunchConfig_t config{};
  config.gridDim = 1;
  config.blockDim = 1;
  config.stream = cudaStream_t(0x2000);
  EXPECT_EQ(cudaLaunchKernelEx(&config, store, &value, 41.9), cudaSuccess);
  EXPECT_EQ(value, 41);
  EXPECT_EQ(driver().stream, cudaStream_t(0x2000));
}

TEST_F(RegistrationTest, KernelHandlesLaunchToo) {
  cudaKernel_t kernel = nullptr;
  ASSERT_EQ(cudaGetKernel(&kernel, addOne), cudaSuccess);
  int value = 0;
  int* pointer = &value;
  void* arguments[] = {&pointer};
  EXPECT_EQ(cudaLaunchKernel(static_cast<const void*>(kernel), 1, 1, arguments, 0, nullptr),
            cudaSuccess);
  EXPECT_EQ(value, 1);
  const char* name = nullptr;
  EXPECT_EQ(cudaFuncGetName(&name, addOne), cudaSuccess);
  EXPECT_STREQ(name, "addOne");
}

TEST_F(RegistrationTest, FunctionAttributes) {
  cudaFuncAttributes attributes{};
  ASSERT_EQ(cudaFuncGetAttributes(&attributes, addOne), cudaSuccess);
  EXPECT_EQ(attributes.maxThreadsPerBlock, 100 + CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  EXPECT_EQ(attributes.sharedSizeBytes, size_t(100 + CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
  EXPECT_EQ(attributes.numRegs, 100 + CU_FUNC_ATTRIBUTE_NUM_REGS);
  EXPECT_EQ(attributes.nonPortableClusterSizeAllowed,
            100 + CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
}

TEST_F(RegistrationTest, Symbols) {
  int value = 77, back = 0;
  EXPECT_EQ(cudaMemcpyToSymbol(counterShadow, &value, sizeof value), cudaSuccess);
  EXPECT_EQ(cudaMemcpyFromSymbol(&back, counterShadow, sizeof back), cudaSuccess);
  EXPECT_EQ(back, 77);
  void* address = nullptr;
  size_t size = 0;
  EXPECT_EQ(cudaGetSymbolAddress(&address, counterShadow), cudaSuccess);
  EXPECT_EQ(*static_cast<int*>(address), 77);
  EXPECT_EQ(cudaGetSymbolSize(&size, counterShadow), cudaSuccess);
  EXPECT_EQ(size, sizeof(int));
}

TEST_F(RegistrationTest, SymbolErrors) {
  int value = 0;
  EXPECT_EQ(cudaMemcpyToSymbol(value, &value, 4), cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaMemcpyToSymbol(unknownShadow, &value, 4), cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaMemcpyToSymbol(counterShadow, &value, 5), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(counterShadow, &value, 2, 3), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(counterShadow, &value, 4, 0, cudaMemcpyDeviceToHost),
            cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpyFromSymbol(&value, counterShadow, 4, 0, cudaMemcpyHostToDevice),
            cudaErrorInvalidMemcpyDirection);
}

TEST_F(RegistrationTest, ManagedPointersAreFilledIn) {
  managedShadow = nullptr;
  EXPECT_NE(__cudaInitModule(handle_), 0);
  ASSERT_NE(managedShadow, nullptr);
  EXPECT_EQ(*static_cast<int*>(managedShadow), 22);
}

TEST_F(RegistrationTest, UnregisteringUnloads) {
  int value = 0;
  int* pointer = &value;
  void* arguments[] = {&pointer};
  ASSERT_EQ(cudaLaunchKernel(addOne, 1, 1, arguments, 0, nullptr), cudaSuccess);
  int loaded = driver().loadedLibraries;
  __cudaUnregisterFatBinary(handle_);
  handle_ = nullptr;
  EXPECT_EQ(driver().loadedLibraries, loaded - 1);
  EXPECT_EQ(cudaLaunchKernel(addOne, 1, 1, arguments, 0, nullptr), cudaErrorInvalidResourceHandle);
  EXPECT_EQ(value, 1);
}

// A __managed__ variable as clang sees it: a plain object in a section of its own.
__attribute__((section("heddle_managed"), used)) int managedInPlace = 0;

TEST_F(RuntimeTest, ManagedVariablesArePlacedBeforeMain) {
  Wrapper wrapper;
  int plain = 0;
  void** handle = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterVar(handle, reinterpret_cast<char*>(&managedInPlace), nullptr, "managed", 0,
                    sizeof(int), 0, 0);
  __cudaRegisterVar(handle, reinterpret_cast<char*>(&plain), nullptr, "counter", 0, sizeof(int), 0,
                    0);
  __cudaRegisterFatBinaryEnd(handle);
  EXPECT_EQ(count("cuLibraryLoadData"), 1);
  auto placements = reinterpret_cast<std::vector<FakePlacement>* (*)()>(
      dlsym(dlopen(FAKE_DRIVER, RTLD_NOW), "fakePlacements"))();
  ASSERT_EQ(placements->size(), 1u);
  EXPECT_EQ((*placements)[0].name, "managed");
  EXPECT_EQ((*placements)[0].address, &managedInPlace);
  __cudaUnregisterFatBinary(handle);
}

// Compilers unregister from an exit handler that runs after the driver has gone, because it was
// installed first. Calls fail there but do no harm.
void** unregisterAtExit = nullptr;
const int exitHandler = std::atexit([] {
  if (!unregisterAtExit)
    return;
  __cudaUnregisterFatBinary(unregisterAtExit);
  void* memory = nullptr;
  if (cudaMalloc(&memory, 4) != cudaErrorCudartUnloading)
    std::_Exit(1);
});

TEST_F(RegistrationTest, UnregisteringAtExitIsSafe) {
  ASSERT_EQ(exitHandler, 0);
  auto leave = [&] {
    int value = 0;
    int* pointer = &value;
    void* arguments[] = {&pointer};
    unregisterAtExit = handle_;
    if (cudaLaunchKernel(addOne, 1, 1, arguments, 0, nullptr) != cudaSuccess)
      std::_Exit(2);
    std::exit(0);
  };
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(leave(), testing::ExitedWithCode(0), "");
}

} // namespace
