// Shows: what must not be done: floats behind 127 shorts are not aligned, and the kernel stops.
// From: X-160 of the guide.
// Try next: round the address up to a multiple of four; then dynamic_layout.cu.
#include "../device_array.h"

__global__ void partition(int count, float* out) {
  extern __shared__ float memory[];
  short* shorts = reinterpret_cast<short*>(memory);
  float* floats = reinterpret_cast<float*>(&shorts[count]);
  floats[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = floats[63 - threadIdx.x];
}

int main() {
  DeviceArray<float> out(64);
  partition<<<1, 64, 1024>>>(128, out);
  EXPECT(out.values()[0] == 63);

  partition<<<1, 64, 1024>>>(127, out);
  CHECK_CUDA(cudaGetLastError()); // the launch itself is right
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("127 shorts before the floats: %s\n", cudaGetErrorString(error));
  EXPECT(error == cudaErrorMisalignedAddress);
  return report();
}
