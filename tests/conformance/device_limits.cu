// Limits of the device can be read and set. Rows R-255 to R-257, L-354, L-358.
#include "check.h"

__global__ void useHeap(int* ok) {
  void* p = malloc(1 << 16);
  *ok = p != nullptr;
  free(p);
}

int main() {
  size_t value = 0;
  CUDA_CHECK(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  CHECK(value > 0);
  CUDA_CHECK(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
  CHECK(value >= 8 << 20);
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  CUDA_CHECK(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
  CHECK(value >= 16 << 20);
  CUDA_CHECK(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
  CHECK(value >= 1 << 20);
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
  CUDA_CHECK(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
  CHECK(value >= 2 << 20);
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
  CUDA_CHECK(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  CHECK(value >= 8192);
  Buffer<int> result(1);
  useHeap<<<1, 1>>>(result.device());
  result.download();
  EXPECT_EQ(result[0], 1);
  return ok();
}
