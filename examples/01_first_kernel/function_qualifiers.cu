// Shows: a greeting from a function of each qualifier: __global__, __device__, __host__ and both.
// From: T-003, a lab of the textbook.
// Try next: call the __device__ function from main, and read the compiler's error.
#include <string>

#include "../captured_output.h"
#include "../example.h"

__device__ void fromDevice() {
  printf("Hello from a __device__ function\n");
}
__host__ void fromHost() {
  std::printf("Hello from a __host__ function\n");
}
__host__ __device__ void fromBoth() {
#ifdef __CUDA_ARCH__
  printf("Hello from a __host__ __device__ function on the device\n");
#else
  std::printf("Hello from a __host__ __device__ function on the host\n");
#endif
}
__global__ void fromKernel() {
  printf("Hello from a __global__ function\n");
  fromDevice();
  fromBoth();
}

int main() {
  const std::string device = capturedOutput([] {
    fromKernel<<<1, 1>>>();
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaDeviceSynchronize());
  });
  const std::string host = capturedOutput([] {
    fromHost();
    fromBoth();
  });
  EXPECT(device == "Hello from a __global__ function\n"
                   "Hello from a __device__ function\n"
                   "Hello from a __host__ __device__ function on the device\n");
  EXPECT(host == "Hello from a __host__ function\n"
                 "Hello from a __host__ __device__ function on the host\n");
  return report();
}
