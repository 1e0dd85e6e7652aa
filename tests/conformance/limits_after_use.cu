// The sizes of the device heap and of printf's buffer are fixed once a kernel that uses them has
// been launched; the size of the stack is not. Rows L-354, L-358, R-256.
#include "check.h"

__global__ void allocates() {
  free(malloc(16));
}
__global__ void prints() {
  printf("a line\n");
}

static size_t limit(cudaLimit which) {
  size_t value = 0;
  CUDA_CHECK(cudaDeviceGetLimit(&value, which));
  return value;
}

int main() {
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  allocates<<<1, 1>>>();
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_CUDA(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
  EXPECT_EQ(limit(cudaLimitMallocHeapSize), 16u << 20);

  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 8 << 20));
  prints<<<1, 1>>>();
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_CUDA(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 16 << 20));
  EXPECT_EQ(limit(cudaLimitPrintfFifoSize), 8u << 20);
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  return ok();
}
