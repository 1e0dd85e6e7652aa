// Shows: __CUDA_ARCH__ tells which side a function is being compiled for, and for which device.
// From: X-157 of the guide.
// Try next: print the value, and compile with -arch=sm_75.
#include "../device_array.h"

__host__ __device__ int architecture() {
#if defined(__CUDA_ARCH__)
#if __CUDA_ARCH__ >= 200
  return __CUDA_ARCH__;
#else
  return -1; // code for the first devices would be here
#endif
#else
  return 0;
#endif
}

__global__ void ask(int* out) {
  *out = architecture();
}

int main() {
  DeviceArray<int> seen(1);
  ask<<<1, 1>>>(seen);
  const int onDevice = seen.values()[0];
  std::printf("on the host %d, on the device %d\n", architecture(), onDevice);
  EXPECT(architecture() == 0);
  EXPECT(onDevice >= 200 && onDevice % 10 == 0);

  // Code may be older than the device that it runs on, never newer.
  cudaFuncAttributes attributes;
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, ask));
  EXPECT(onDevice == attributes.ptxVersion * 10);
  return report();
}
