// The error that each wrong argument gives. Rows R-044, R-054 to R-056, R-059.
#include "check.h"

__device__ int symbol[4];
static int notASymbol;
static void notAKernel() {}

int main() {
  void* p;
  CUDA_CHECK(cudaMalloc(&p, 100));
  char host[100];
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMalloc(static_cast<void**>(nullptr), 100));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpy(nullptr, host, 10, cudaMemcpyHostToDevice));
  EXPECT_CUDA(cudaErrorInvalidMemcpyDirection,
              cudaMemcpy(p, host, 10, static_cast<cudaMemcpyKind>(42)));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaMemcpyToSymbol(symbol, host, 5 * sizeof(int)));
  EXPECT_CUDA(cudaErrorInvalidValue,
              cudaMemcpyToSymbol(symbol, host, sizeof(int), 4 * sizeof(int)));
  EXPECT_CUDA(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(notASymbol, host, sizeof(int)));
  void* address;
  EXPECT_CUDA(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&address, notASymbol));
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaSetDevice(-1));
  cudaDeviceProp properties;
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaGetDeviceProperties(&properties, 999));
  int value;
  EXPECT_CUDA(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 999));
  cudaFuncAttributes attributes;
  EXPECT_CUDA(cudaErrorInvalidResourceHandle,
              cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(notAKernel)));
  EXPECT_CUDA(
      cudaErrorInvalidResourceHandle,
      cudaLaunchKernel(reinterpret_cast<const void*>(notAKernel), dim3(1), dim3(1), nullptr, 0, 0));
  EXPECT_CUDA(cudaErrorInvalidDeviceFunction,
              cudaLaunchKernel(nullptr, dim3(1), dim3(1), nullptr, 0, 0));
  EXPECT_CUDA(cudaErrorInvalidResourceHandle, cudaEventRecord(nullptr, 0));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFree(host));
  CUDA_CHECK(cudaFree(p));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFree(p)); // twice
  EXPECT_CUDA(cudaErrorInvalidValue, cudaFreeHost(host));
  EXPECT_CUDA(cudaErrorInvalidValue, cudaGetLastError());
  EXPECT_CUDA(cudaSuccess, cudaGetLastError());
  return ok();
}
