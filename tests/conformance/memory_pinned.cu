// Page-locked host memory: allocated, mapped for kernels, and registered afterwards. Rows R-093 to
// R-095, R-097, R-102, R-103, R-247.
#include <stdlib.h>

#include "check.h"

__global__ void triple(int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 3;
}

int main() {
  const int n = 500;
  int *pinned, *mapped, *view;
  CUDA_CHECK(cudaMallocHost(&pinned, n * sizeof(int)));
  CUDA_CHECK(cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped));
  CUDA_CHECK(cudaHostGetDevicePointer(&view, mapped, 0));
  Buffer<int> device(n);
  for (int i = 0; i < n; ++i) {
    pinned[i] = i;
    mapped[i] = -i;
  }
  CUDA_CHECK(cudaMemcpyAsync(device.device(), pinned, n * sizeof(int), cudaMemcpyHostToDevice, 0));
  triple<<<5, 100>>>(device.device(), n);
  CUDA_CHECK(cudaMemcpyAsync(pinned, device.device(), n * sizeof(int), cudaMemcpyDeviceToHost, 0));
  triple<<<5, 100>>>(view, n);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    EXPECT_EQ_AT(i, pinned[i], 3 * i);
    EXPECT_EQ_AT(i, mapped[i], -3 * i);
  }
  CUDA_CHECK(cudaFreeHost(pinned));
  CUDA_CHECK(cudaFreeHost(mapped));

  int* own = static_cast<int*>(malloc(n * sizeof(int)));
  for (int i = 0; i < n; ++i)
    own[i] = i + 7;
  CUDA_CHECK(cudaHostRegister(own, n * sizeof(int), cudaHostRegisterMapped));
  CUDA_CHECK(cudaHostGetDevicePointer(&view, own, 0));
  triple<<<5, 100>>>(view, n);
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaHostUnregister(own));
  for (int i = 0; i < n; ++i)
    EXPECT_EQ_AT(i, own[i], 3 * (i + 7));
  free(own);
  return ok();
}
