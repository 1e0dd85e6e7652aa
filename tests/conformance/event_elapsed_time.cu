// Events measure the time between them in milliseconds. Row R-161.
#include <unistd.h>

#include "check.h"

__global__ void empty() {}
static void CUDART_CB pause(void*) {
  usleep(30000);
}

int main() {
  cudaEvent_t start, middle, stop, silent;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&middle));
  CUDA_CHECK(cudaEventCreateWithFlags(&stop, cudaEventBlockingSync));
  CUDA_CHECK(cudaEventCreateWithFlags(&silent, cudaEventDisableTiming));
  float ms = -1, first, second;
  // Not recorded yet, or made without timing.
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, start, stop));
  CHECK(cudaGetLastError() == cudaErrorInvalidResourceHandle);
  CUDA_CHECK(cudaEventRecord(start, 0));
  empty<<<1, 1>>>();
  CUDA_CHECK(cudaLaunchHostFunc(0, pause, nullptr));
  CUDA_CHECK(cudaEventRecord(middle));
  empty<<<1, 1>>>();
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventRecord(silent));
  CUDA_CHECK(cudaEventSynchronize(stop));
  CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
  CUDA_CHECK(cudaEventElapsedTime(&first, start, middle));
  CUDA_CHECK(cudaEventElapsedTime(&second, middle, stop));
  CHECK(first >= 25 && first < 10000);
  CHECK(second >= 0);
  CHECK(ms >= first - 0.01f && ms - first - second < 0.01f && ms - first - second > -0.01f);
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, start, silent));
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(middle));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaEventDestroy(silent));
  return ok();
}
