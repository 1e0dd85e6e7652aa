#include "runtime_fixture.h"

#include <cstring>
#include <string>

extern "C" cudaError_t cudaMemcpy_ptds(void*, const void*, size_t, cudaMemcpyKind);
extern "C" cudaError_t cudaMemsetAsync_ptsz(void*, int, size_t, cudaStream_t);

namespace {

using CopyTest = RuntimeTest;

TEST_F(CopyTest, Directions) {
  char* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 16), cudaSuccess);
  char host[16] = "fifteen letters", back[16] = {};
  EXPECT_EQ(cudaMemcpy(device, host, 16, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(back, device, 16, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_STREQ(back, host);
  EXPECT_EQ(cudaMemcpy(back, host, 16, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(back, host, 16, cudaMemcpyHostToHost), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device, device, 16, cudaMemcpyDeviceToDevice), cudaSuccess);
  EXPECT_EQ(count("cuMemcpyHtoD"), 1);
  EXPECT_EQ(count("cuMemcpyDtoH"), 1);
  EXPECT_EQ(count("cuMemcpyDtoD"), 1);
  EXPECT_EQ(count("cuMemcpy"), 2);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
}

TEST_F(CopyTest, NothingToCopyIsAlwaysRight) {
  EXPECT_EQ(cudaMemcpy(nullptr, nullptr, 0, static_cast<cudaMemcpyKind>(7)), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(nullptr, nullptr, 1, static_cast<cudaMemcpyKind>(7)),
            cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemset(nullptr, 0, 0), cudaSuccess);
}

TEST_F(CopyTest, Rectangles) {
  char from[3][8] = {"one", "two", "three"};
  char to[3][16] = {};
  EXPECT_EQ(cudaMemcpy2D(to, 16, from, 8, 8, 3, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_STREQ(to[0], "one");
  EXPECT_STREQ(to[2], "three");
  EXPECT_EQ(cudaMemcpy2D(to, 4, from, 8, 8, 3, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemcpy2D(to, 16, from, 4, 8, 3, cudaMemcpyHostToDevice),
            cudaErrorInvalidPitchValue);
  EXPECT_EQ(cudaMemcpy2D(to, 16, from, 8, 8, 3, static_cast<cudaMemcpyKind>(8)),
            cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpy2D(to, 0, from, 0, 8, 0, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy2DAsync(to, 16, from, 8, 8, 3, cudaMemcpyDefault, cudaStream_t(0x1000)),
            cudaSuccess);
  EXPECT_EQ(driver().stream, cudaStream_t(0x1000));
}

TEST_F(CopyTest, BoxFillsTouchOnlyTheBox) {
  // Rows of 4 bytes, slices of 3 rows; the box is 2 bytes by 2 rows by 2 slices.
  std::string memory(24, '.');
  cudaPitchedPtr pitched{memory.data(), 4, 4, 3};
  EXPECT_EQ(cudaMemset3D(pitched, 'x', cudaExtent{2, 2, 2}), cudaSuccess);
  EXPECT_EQ(memory, "xx..xx......xx..xx......");
  EXPECT_EQ(cudaMemset3D(pitched, 'y', cudaExtent{4, 3, 2}), cudaSuccess);
  EXPECT_EQ(memory, std::string(24, 'y'));
}

TEST_F(CopyTest, PitchedAllocations) {
  void* memory = &memory;
  size_t pitch = 1;
  EXPECT_EQ(cudaMallocPitch(&memory, &pitch, 0, 4), cudaSuccess);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(cudaMallocPitch(&memory, &pitch, 100, 4), cudaSuccess);
  EXPECT_EQ(pitch, 512u);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
  cudaPitchedPtr box{};
  EXPECT_EQ(cudaMalloc3D(&box, cudaExtent{100, 3, 2}), cudaSuccess);
  EXPECT_EQ(box.pitch, 512u);
  EXPECT_EQ(box.xsize, 100u);
  EXPECT_EQ(box.ysize, 3u);
  EXPECT_EQ(cudaFree(box.ptr), cudaSuccess);
}

TEST_F(CopyTest, PerThreadFormsUseTheThreadsStream) {
  char from[4] = "abc", to[4] = {};
  EXPECT_EQ(cudaMemcpy_ptds(to, from, 4, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_STREQ(to, "abc");
  EXPECT_EQ(count("cuMemcpyHtoD_v2_ptds"), 1);
  EXPECT_EQ(cudaMemsetAsync_ptsz(to, 0, 4, nullptr), cudaSuccess);
  EXPECT_EQ(driver().stream, cudaStreamPerThread);
  EXPECT_EQ(cudaMemsetAsync_ptsz(to, 0, 4, cudaStream_t(0x1000)), cudaSuccess);
  EXPECT_EQ(driver().stream, cudaStream_t(0x1000));
  EXPECT_EQ(count("cuMemsetD8Async_ptsz"), 2);
}

// A call of a per-thread form leaves no mark on the calls after it.
TEST_F(CopyTest, PlainFormsUseTheLegacyStream) {
  char from[4] = "abc", to[4] = {};
  EXPECT_EQ(cudaMemcpy_ptds(to, from, 4, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(to, from, 4, cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(count("cuMemcpyHtoD"), 1);
  EXPECT_EQ(cudaMemsetAsync(to, 0, 4, nullptr), cudaSuccess);
  EXPECT_EQ(count("cuMemsetD8Async"), 1);
  EXPECT_EQ(driver().stream, nullptr);
}

} // namespace
