// Shows: atomicAdd_system on managed memory, from the device and from the host.
// From: X-217 of the textbook.
// Try next: many threads of the host at the same time, on a device that allows it.
#include "../example.h"

__global__ void add(int* address) {
  atomicAdd_system(address, 10);
}

int main() {
  int* address;
  CHECK_CUDA(cudaMallocManaged(&address, sizeof(int)));
  *address = 0;
  add<<<1, 10>>>(address);
  CHECK_CUDA(cudaGetLastError());
  // Before a kernel ends, the host may touch managed memory only where the device says so.
  int isConcurrent = 0;
  CHECK_CUDA(cudaDeviceGetAttribute(&isConcurrent, cudaDevAttrConcurrentManagedAccess, 0));
  if (!isConcurrent)
    CHECK_CUDA(cudaDeviceSynchronize());
  __sync_fetch_and_add(address, 10);
  CHECK_CUDA(cudaDeviceSynchronize());
  std::printf("%d\n", *address);
  EXPECT(*address == 110);
  CHECK_CUDA(cudaFree(address));
  return report();
}
