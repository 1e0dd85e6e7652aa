// Shows: threads for a launch whose bound depends on the architecture: one wrong way, two right.
// From: X-173, X-174, X-175 of the guide.
// Try next: cudaOccupancyMaxPotentialBlockSize, which asks the kernel.
#include "../device_array.h"

#define THREADS_PER_BLOCK 256
#if __CUDA_ARCH__ >= 200
#define MY_KERNEL_MAX_THREADS (2 * THREADS_PER_BLOCK)
#else
#define MY_KERNEL_MAX_THREADS THREADS_PER_BLOCK
#endif

__global__ void __launch_bounds__(MY_KERNEL_MAX_THREADS) threads(int* out) {
  if (threadIdx.x == 0)
    *out = blockDim.x;
}

static int launched(int size) {
  DeviceArray<int> out(1);
  threads<<<1, size>>>(out);
  return out.values()[0];
}

int main() {
  // Wrong: __CUDA_ARCH__ is not defined in code of the host, so this is the smaller number.
  EXPECT(launched(MY_KERNEL_MAX_THREADS) == 256);
  // Right: a number that does not depend on it.
  EXPECT(launched(THREADS_PER_BLOCK) == 256);
  // Right: ask the device.
  cudaDeviceProp properties;
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  const int size = properties.major >= 2 ? 2 * THREADS_PER_BLOCK : THREADS_PER_BLOCK;
  EXPECT(launched(size) == 512);
  return report();
}
