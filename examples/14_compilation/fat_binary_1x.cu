// Shows: a fat binary for devices of 2008: code for 1.0, and code and PTX for 1.1, which runs here.
// From: X-004, X-093 of the guides.
// Try next: heddle dump on the executable.
// nvcc: -gencode arch=compute_10,code=sm_10 -gencode arch=compute_11,code='compute_11,sm_11'
#include "../device_array.h"

__global__ void architecture(int* out) {
#ifdef __CUDA_ARCH__
  *out = __CUDA_ARCH__;
#endif
}

int main() {
  DeviceArray<int> out(1);
  architecture<<<1, 1>>>(out);
  const int arch = out.values()[0];
  cudaFuncAttributes attributes;
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, architecture));
  std::printf("__CUDA_ARCH__ is %d, PTX %d, binary %d\n", arch, attributes.ptxVersion,
              attributes.binaryVersion);
  // No binary is for this device, so the PTX was compiled when the program started.
  EXPECT(arch == 110);
  EXPECT(attributes.binaryVersion >= 20);
  return report();
}
