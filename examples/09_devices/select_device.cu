// Shows: memory and kernels belong to the device that is current when they are made.
// From: X-018, X-067, X-107 of the guides.
// Try next: a thread of the host for each device; the current device is the thread's.
// env: HEDDLE_DEVICES=2
#include "two_devices.h"

int main() {
  requireTwoDevices();
  float* memory[2];
  for (int device = 0; device < 2; ++device) {
    CHECK_CUDA(cudaSetDevice(device));
    CHECK_CUDA(cudaMalloc(&memory[device], bytes));
    number<<<1, count>>>(memory[device], 1000.0f * device);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaDeviceSynchronize());
  }
  for (int device = 0; device < 2; ++device) {
    cudaPointerAttributes attributes;
    CHECK_CUDA(cudaPointerGetAttributes(&attributes, memory[device]));
    EXPECT(attributes.device == device && attributes.type == cudaMemoryTypeDevice);
    EXPECT(holds(memory[device], 1, 1000.0f * device));
    CHECK_CUDA(cudaFree(memory[device]));
  }
  return report();
}
