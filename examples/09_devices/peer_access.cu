// Shows: with peer access, a kernel of device 1 uses memory of device 0.
// From: X-020, X-069, X-109 of the guides.
// Try next: without cudaDeviceEnablePeerAccess, and see what a device says.
// env: HEDDLE_DEVICES=2
#include "two_devices.h"

int main() {
  requireTwoDevices();
  float *first, *second;
  CHECK_CUDA(cudaSetDevice(0));
  CHECK_CUDA(cudaMalloc(&first, bytes));
  number<<<1, count>>>(first, 7);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize());

  int canAccess = 0;
  CHECK_CUDA(cudaDeviceCanAccessPeer(&canAccess, 1, 0));
  EXPECT(canAccess == 1);
  CHECK_CUDA(cudaSetDevice(1));
  CHECK_CUDA(cudaDeviceEnablePeerAccess(0, 0));
  EXPECT(cudaDeviceEnablePeerAccess(0, 0) == cudaErrorPeerAccessAlreadyEnabled);
  cudaGetLastError(); // this error was expected
  CHECK_CUDA(cudaMalloc(&second, bytes));
  doubled<<<1, count>>>(second, first); // reads memory of device 0
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize());
  EXPECT(holds(second, 2, 7));
  number<<<1, count>>>(first, 9); // writes there
  CHECK_CUDA(cudaDeviceSynchronize());
  EXPECT(holds(first, 1, 9));
  CHECK_CUDA(cudaDeviceDisablePeerAccess(0));
  CHECK_CUDA(cudaFree(first));
  CHECK_CUDA(cudaFree(second));
  return report();
}
