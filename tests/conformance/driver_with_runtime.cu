// Runtime and driver API in one program share the primary context: memory, streams and events pass
// between them. Rows D-120 to D-123, R-003.
// nvcc: -lcuda
#include "driver.h"

__global__ void add(int* p, int value) {
  p[threadIdx.x] += value;
}

int main() {
  int* p;
  CUDA_CHECK(cudaMalloc(&p, 32 * sizeof(int)));
  CUcontext context = nullptr;
  DRIVER_CHECK(cuCtxGetCurrent(&context));
  CHECK(context != nullptr);
  DRIVER_CHECK(cuMemsetD32(reinterpret_cast<CUdeviceptr>(p), 5, 32));
  CUstream stream;
  DRIVER_CHECK(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
  add<<<1, 32, 0, stream>>>(p, 10);
  int host[32];
  CUDA_CHECK(cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ_AT(i, host[i], 15);
  CUdeviceptr q;
  DRIVER_CHECK(cuMemAlloc(&q, 32 * sizeof(int)));
  CUDA_CHECK(cudaMemset(reinterpret_cast<void*>(q), 0, 32 * sizeof(int)));
  add<<<1, 32>>>(reinterpret_cast<int*>(q), 3);
  DRIVER_CHECK(cuMemcpyDtoH(host, q, sizeof host));
  EXPECT_EQ(host[31], 3);
  CUDA_CHECK(cudaFree(reinterpret_cast<void*>(q)));
  DRIVER_CHECK(cuMemFree(reinterpret_cast<CUdeviceptr>(p)));
  CUDA_CHECK(cudaStreamDestroy(stream));
  return ok();
}
