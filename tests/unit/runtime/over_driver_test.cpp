// libcudart over our own libcuda: the two libraries together, from PTX text to results. Row P-098.
#define HEDDLE_REMOVED_FUNCTIONS_H // the functions that the library exports are meant here
#include "cuda_runtime.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <vector>

extern "C" {
cudaError_t cudaConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem, cudaStream_t stream);
cudaError_t cudaSetupArgument(const void* arg, size_t size, size_t offset);
cudaError_t cudaLaunch(const void* func);
cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaThreadGetLimit(size_t* pValue, cudaLimit limit);
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* pCacheConfig);
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache cacheConfig);
}

namespace {

constexpr const char* kPtx = R"(
.version 8.0
.target sm_75
.address_size 64
.visible .global .align 4 .u32 factor = 3;
.visible .entry scale(.param .u64 data, .param .u32 count)
{
  .reg .pred %p;
  .reg .b32 %r<6>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [data];
  ld.param.u32 %r1, [count];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r2, %r2, %r3, %r4;
  setp.ge.u32 %p, %r2, %r1;
  @%p bra done;
  cvta.to.global.u64 %rd1, %rd1;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd2, %rd1, %rd2;
  ld.global.u32 %r3, [%rd2];
  ld.global.u32 %r4, [factor];
  mul.lo.s32 %r3, %r3, %r4;
  st.global.u32 [%rd2], %r3;
done:
  ret;
}
)";

class OverDriver : public testing::Test {
protected:
  static void SetUpTestSuite() { setenv("HEDDLE_DRIVER", DRIVER_LIBRARY, 1); }
};

TEST_F(OverDriver, DeviceIsThisMachine) {
  int count = 0;
  ASSERT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  ASSERT_EQ(count, 1);
  cudaDeviceProp properties;
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  EXPECT_NE(properties.name[0], '\0');
  EXPECT_GE(properties.multiProcessorCount, 1);
  EXPECT_EQ(properties.warpSize, 32);
  EXPECT_GT(properties.totalGlobalMem, size_t(1) << 20);
  EXPECT_GE(properties.maxThreadsPerBlock, 1024);
}

TEST_F(OverDriver, PtxFromTextToResult) {
  cudaLibrary_t library = nullptr;
  ASSERT_EQ(cudaLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0),
            cudaSuccess);
  cudaKernel_t kernel = nullptr;
  ASSERT_EQ(cudaLibraryGetKernel(&kernel, library, "scale"), cudaSuccess);

  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), 0);
  const size_t bytes = values.size() * sizeof(int);
  int* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, bytes), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(device, values.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);

  cudaLaunchConfig_t config{};
  config.gridDim = dim3(8);
  config.blockDim = dim3(128);
  ASSERT_EQ(cudaLaunchKernelEx(&config, kernel, device, 1000u), cudaSuccess);
  int* factor = nullptr;
  size_t size = 0;
  ASSERT_EQ(cudaLibraryGetGlobal(&factor, &size, library, "factor"), cudaSuccess);
  EXPECT_EQ(size, sizeof(int));
  int newFactor = 5;
  ASSERT_EQ(cudaMemcpy(factor, &newFactor, sizeof newFactor, cudaMemcpyHostToDevice), cudaSuccess);
  ASSERT_EQ(cudaLaunchKernelEx(&config, kernel, device, 1000u), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(values.data(), device, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(values[i], i * 15);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  EXPECT_EQ(cudaLibraryUnload(library), cudaSuccess);
}

// Programs that were linked with an early runtime launch in steps, with the arguments in any order.
TEST_F(OverDriver, LaunchesInSteps) {
  cudaLibrary_t library = nullptr;
  ASSERT_EQ(cudaLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0),
            cudaSuccess);
  cudaKernel_t kernel = nullptr;
  ASSERT_EQ(cudaLibraryGetKernel(&kernel, library, "scale"), cudaSuccess);
  int* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, sizeof(int)), cudaSuccess);
  const int seven = 7;
  ASSERT_EQ(cudaMemcpy(device, &seven, sizeof seven, cudaMemcpyHostToDevice), cudaSuccess);
  const unsigned count = 1;
  EXPECT_EQ(cudaLaunch(kernel), cudaErrorMissingConfiguration);
  EXPECT_EQ(cudaSetupArgument(&count, sizeof count, 8), cudaErrorMissingConfiguration);
  ASSERT_EQ(cudaConfigureCall(1, 1, 0, nullptr), cudaSuccess);
  ASSERT_EQ(cudaSetupArgument(&count, sizeof count, 8), cudaSuccess);
  ASSERT_EQ(cudaSetupArgument(&device, sizeof device, 0), cudaSuccess);
  ASSERT_EQ(cudaLaunch(kernel), cudaSuccess);
  int value = 0;
  ASSERT_EQ(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(value, 21);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  EXPECT_EQ(cudaLibraryUnload(library), cudaSuccess);
  cudaGetLastError();
}

TEST_F(OverDriver, SettingsOfTheThreadAreThoseOfTheDevice) {
  size_t before = 0, after = 0;
  ASSERT_EQ(cudaThreadGetLimit(&before, cudaLimitStackSize), cudaSuccess);
  ASSERT_EQ(cudaThreadSetLimit(cudaLimitStackSize, before * 2), cudaSuccess);
  ASSERT_EQ(cudaDeviceGetLimit(&after, cudaLimitStackSize), cudaSuccess);
  EXPECT_EQ(after, before * 2);
  ASSERT_EQ(cudaThreadSetLimit(cudaLimitStackSize, before), cudaSuccess);
  ASSERT_EQ(cudaThreadSetCacheConfig(cudaFuncCachePreferShared), cudaSuccess);
  cudaFuncCache cache{}, same{};
  ASSERT_EQ(cudaThreadGetCacheConfig(&cache), cudaSuccess);
  ASSERT_EQ(cudaDeviceGetCacheConfig(&same), cudaSuccess);
  EXPECT_EQ(cache, same);
}

TEST_F(OverDriver, AnAddressIsNoKernel) {
  int notAKernel = 0;
  EXPECT_EQ(cudaLaunchKernel(static_cast<const void*>(&notAKernel), 1, 1, nullptr, 0, nullptr),
            cudaErrorInvalidResourceHandle);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle);
}

TEST_F(OverDriver, PitchedCopiesAndFills) {
  char* device = nullptr;
  size_t pitch = 0;
  ASSERT_EQ(cudaMallocPitch(&device, &pitch, 10, 3), cudaSuccess);
  EXPECT_GE(pitch, 10u);
  char host[3][12] = {"first", "second", "third"}, back[3][12] = {};
  EXPECT_EQ(cudaMemset2D(device, pitch, 'x', 10, 3), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(device, pitch, host, 12, 7, 3, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2D(back, 12, device, pitch, 10, 3, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_STREQ(back[1], "second");
  EXPECT_EQ(back[2][9], 'x');
  EXPECT_EQ(cudaFree(device), cudaSuccess);
}

TEST_F(OverDriver, StreamsRunInOrder) {
  cudaStream_t stream = nullptr;
  cudaEvent_t start = nullptr, end = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&start), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
  char* device = nullptr;
  char back[4] = {};
  ASSERT_EQ(cudaMalloc(&device, 4), cudaSuccess);
  std::vector<int> order;
  auto note = [](void* data) {
    auto* list = static_cast<std::vector<int>*>(data);
    list->push_back(static_cast<int>(list->size()));
  };
  EXPECT_EQ(cudaEventRecord(start, stream), cudaSuccess);
  EXPECT_EQ(cudaLaunchHostFunc(stream, note, &order), cudaSuccess);
  EXPECT_EQ(cudaMemsetAsync(device, 7, 4, stream), cudaSuccess);
  EXPECT_EQ(cudaMemcpyAsync(back, device, 4, cudaMemcpyDeviceToHost, stream), cudaSuccess);
  EXPECT_EQ(cudaLaunchHostFunc(stream, note, &order), cudaSuccess);
  EXPECT_EQ(cudaEventRecord(end, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(order, (std::vector<int>{0, 1}));
  EXPECT_EQ(back[3], 7);
  float milliseconds = -1;
  EXPECT_EQ(cudaEventElapsedTime(&milliseconds, start, end), cudaSuccess);
  EXPECT_GE(milliseconds, 0);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(start), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(end), cudaSuccess);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TEST_F(OverDriver, PointerAttributes) {
  int local = 0;
  void *device = nullptr, *pinned = nullptr, *managed = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 16), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&pinned, 16), cudaSuccess);
  ASSERT_EQ(cudaMallocManaged(&managed, 16), cudaSuccess);
  cudaPointerAttributes found;
  ASSERT_EQ(cudaPointerGetAttributes(&found, &local), cudaSuccess);
  EXPECT_EQ(found.type, cudaMemoryTypeUnregistered);
  EXPECT_EQ(found.device, cudaInvalidDeviceId);
  EXPECT_EQ(found.hostPointer, &local);
  ASSERT_EQ(cudaPointerGetAttributes(&found, device), cudaSuccess);
  EXPECT_EQ(found.type, cudaMemoryTypeDevice);
  EXPECT_EQ(found.devicePointer, device);
  EXPECT_EQ(found.hostPointer, nullptr);
  ASSERT_EQ(cudaPointerGetAttributes(&found, pinned), cudaSuccess);
  EXPECT_EQ(found.type, cudaMemoryTypeHost);
  EXPECT_EQ(found.hostPointer, pinned);
  ASSERT_EQ(cudaPointerGetAttributes(&found, managed), cudaSuccess);
  EXPECT_EQ(found.type, cudaMemoryTypeManaged);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  EXPECT_EQ(cudaFree(managed), cudaSuccess);
  EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
}

} // namespace
