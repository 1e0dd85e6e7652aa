// Shows: a copy from device 0 to device 1 between two kernels, which both wait for it.
// From: X-021, X-070, X-110 of the guides.
// Try next: cudaMemcpyPeerAsync in a stream.
// env: HEDDLE_DEVICES=2
#include "two_devices.h"

int main() {
  requireTwoDevices();
  float *p0, *p1, *out;
  CHECK_CUDA(cudaSetDevice(0));
  CHECK_CUDA(cudaMalloc(&p0, bytes));
  CHECK_CUDA(cudaSetDevice(1));
  CHECK_CUDA(cudaMalloc(&p1, bytes));
  CHECK_CUDA(cudaMalloc(&out, bytes));

  CHECK_CUDA(cudaSetDevice(0));
  number<<<1, count>>>(p0, 3);
  CHECK_CUDA(cudaSetDevice(1));
  CHECK_CUDA(cudaMemcpyPeer(p1, 1, p0, 0, bytes)); // after the kernel of device 0
  doubled<<<1, count>>>(out, p1);                  // after the copy
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize());
  EXPECT(holds(p1, 1, 3));
  EXPECT(holds(out, 2, 3));
  for (float* memory : {p0, p1, out})
    CHECK_CUDA(cudaFree(memory));
  return report();
}
