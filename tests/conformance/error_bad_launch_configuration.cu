// Launches beyond the device's limits fail with an error, run nothing, and leave the device usable.
// Rows L-079, L-082, R-049, H-052 to H-054.
#include "check.h"

__global__ void mark(int* p) {
  extern __shared__ int tile[];
  if (p)
    atomicAdd(p, 1);
  if (threadIdx.x == 4000)
    tile[0] = 1;
}

int main() {
  Buffer<int> p(1);
  const dim3 bad[][2] = {{dim3(1), dim3(2048)},     {dim3(1), dim3(1025)},
                         {dim3(1), dim3(33, 32)},   {dim3(1), dim3(1, 1, 65)},
                         {dim3(0), dim3(1)},        {dim3(1), dim3(0)},
                         {dim3(1, 65536), dim3(1)}, {dim3(1, 1, 65536), dim3(1)}};
  for (auto& launch : bad) {
    mark<<<launch[0], launch[1]>>>(p.device());
    EXPECT_CUDA(cudaErrorInvalidValue, cudaPeekAtLastError());
    EXPECT_CUDA(cudaErrorInvalidValue, cudaGetLastError());
    EXPECT_CUDA(cudaSuccess, cudaGetLastError());
  }
  mark<<<1, 1, 16 << 20>>>(p.device());
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  p.download();
  EXPECT_EQ(p[0], 0);
  const dim3 good[][2] = {{dim3(1), dim3(1024)},
                          {dim3(1), dim3(1, 1024)},
                          {dim3(1), dim3(16, 1, 64)},
                          {dim3(1, 65535), dim3(1)}};
  int want = 0;
  for (auto& launch : good) {
    mark<<<launch[0], launch[1]>>>(p.device());
    CUDA_CHECK(cudaGetLastError());
    want += launch[0].y * launch[1].x * launch[1].y * launch[1].z;
  }
  p.download();
  EXPECT_EQ(p[0], want);
  return ok();
}
