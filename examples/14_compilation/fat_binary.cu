// Shows: a fat binary with code for 5.0, 6.0 and 7.0 and PTX for newer devices.
// From: X-041 of the guide.
// Try next: HEDDLE_PROFILE=p100, whose own binary is in it.
// nvcc: -gencode arch=compute_50,code=sm_50 -gencode arch=compute_60,code=sm_60
// nvcc: -gencode arch=compute_70,code='compute_70,sm_70'
#include "../device_array.h"

__global__ void architecture(int* out) {
#ifdef __CUDA_ARCH__
  *out = __CUDA_ARCH__;
#endif
}

// What a device of this capability takes: a binary of the same major version that is not newer, or
// else the PTX.
static int expected(int major) {
  return major == 5 ? 500 : major == 6 ? 600 : 700;
}

int main() {
  cudaDeviceProp properties;
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  DeviceArray<int> out(1);
  architecture<<<1, 1>>>(out);
  const int arch = out.values()[0];
  cudaFuncAttributes attributes;
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, architecture));
  std::printf("capability %d.%d: __CUDA_ARCH__ is %d, binary %d\n", properties.major,
              properties.minor, arch, attributes.binaryVersion);
  EXPECT(arch == expected(properties.major));
  EXPECT(attributes.ptxVersion == arch / 10);
  EXPECT(attributes.binaryVersion / 10 == properties.major);
  return report();
}
