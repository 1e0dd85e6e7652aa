// A cooperative grid as large as the device holds synchronises many times; a larger one is refused.
// Rows L-390, R-258.
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void rotate(int* values, int rounds) {
  cg::grid_group grid = cg::this_grid();
  const int count = static_cast<int>(grid.size());
  const int me = static_cast<int>(grid.thread_rank());
  for (int round = 0; round < rounds; ++round) {
    const int taken = values[(me + 1) % count];
    grid.sync();
    values[me] = taken + 1;
    grid.sync();
  }
}

int main() {
  constexpr int kThreads = 96;
  constexpr int kRounds = 20;
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  CHECK(properties.cooperativeLaunch);
  int perMultiprocessor = 0;
  CUDA_CHECK(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perMultiprocessor, rotate, kThreads, 0));
  CHECK(perMultiprocessor > 0);
  const int most = perMultiprocessor * properties.multiProcessorCount;
  for (int blocks : {1, 3, most}) {
    const int count = blocks * kThreads;
    Buffer<int> values(count);
    for (int i = 0; i < count; ++i)
      values[i] = 5 * i;
    values.upload();
    int* pointer = values.device();
    int rounds = kRounds;
    void* arguments[] = {&pointer, &rounds};
    CUDA_CHECK(cudaLaunchCooperativeKernel(rotate, dim3(blocks), dim3(kThreads), arguments, 0, 0));
    values.download();
    for (int i = 0; i < count; ++i)
      EXPECT_EQ_AT(i, values[i], 5 * ((i + kRounds) % count) + kRounds);
  }
  int* pointer = nullptr;
  int rounds = 0;
  void* arguments[] = {&pointer, &rounds};
  EXPECT_CUDA(cudaErrorCooperativeLaunchTooLarge,
              cudaLaunchCooperativeKernel(rotate, dim3(most + 1), dim3(kThreads), arguments, 0, 0));
  EXPECT_CUDA(cudaErrorCooperativeLaunchTooLarge, cudaGetLastError());
  return ok();
}
