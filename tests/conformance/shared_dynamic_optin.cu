// More than 48 KB of dynamic shared memory, after asking for it. Rows L-076, R-020.
#include "check.h"

extern __shared__ unsigned tile[];

__global__ void run(unsigned* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    tile[i] = i * 2654435761u;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = tile[n - 1 - i];
}

int main() {
  int limit = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  const int bytes = 60 * 1024, n = bytes / 4;
  CHECK(limit >= bytes);
  Buffer<unsigned> out(n);
  run<<<1, 128, bytes>>>(out.device(), n);
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGetLastError());
  CUDA_CHECK(cudaFuncSetAttribute(run, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  run<<<1, 128, bytes>>>(out.device(), n);
  out.download();
  for (int i = 0; i < n; ++i)
    EXPECT_EQ_AT(i, out[i], (n - 1 - i) * 2654435761u);
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaFuncSetAttribute(run, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 28));
  return ok();
}
