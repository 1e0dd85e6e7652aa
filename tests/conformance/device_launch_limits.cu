// As many launches may wait for a grid's end as the limit says; grids nest deeper than 24 levels;
// there is no synchronisation depth any more. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

__global__ void nothing() {}

__global__ void many(int count, int* made, int* error) {
  for (int i = 0; i < count; ++i) {
    nothing<<<1, 1, 0, cudaStreamTailLaunch>>>();
    *error = cudaGetLastError();
    if (*error != cudaSuccess)
      return;
    ++*made;
  }
}

__global__ void deep(int* reached, int level, int most) {
  *reached = level;
  if (level < most)
    deep<<<1, 1>>>(reached, level + 1, most);
}

int main() {
  Buffer<int> made(1), error(1), reached(1);
  deep<<<1, 1>>>(reached.device(), 0, 40);
  reached.download();
  EXPECT_EQ(reached[0], 40);
  size_t limit;
  CUDA_CHECK(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
  EXPECT_EQ(limit, 2048);
  EXPECT_CUDA(cudaErrorUnsupportedLimit, cudaDeviceGetLimit(&limit, cudaLimitDevRuntimeSyncDepth));
  EXPECT_CUDA(cudaErrorUnsupportedLimit, cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4));
  EXPECT_CUDA(cudaErrorUnsupportedLimit, cudaGetLastError());
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 16));
  CUDA_CHECK(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
  CHECK(limit >= 16 && limit < 1000);
  many<<<1, 1>>>(1000, made.device(), error.device());
  made.download();
  error.download();
  EXPECT_EQ(made[0], static_cast<int>(limit));
  EXPECT_EQ(error[0], cudaErrorLaunchPendingCountExceeded);
  return ok();
}
