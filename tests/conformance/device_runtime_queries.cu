// What device code asks about its device and its kernels is what the host is told. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

__global__ void __launch_bounds__(128) subject(float* out) {
  __shared__ float tile[96];
  tile[threadIdx.x % 96] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[95 - threadIdx.x % 96];
}

struct Answers {
  int errors, device, count, warp, multiprocessors, threads, shared, runtime;
  int maxThreads, sharedBytes, blocks;
  size_t heap, pending;
};

__global__ void ask(Answers* answers) {
  Answers a = {};
  a.errors += cudaGetDevice(&a.device) != cudaSuccess;
  a.errors += cudaGetDeviceCount(&a.count) != cudaSuccess;
  a.errors += cudaDeviceGetAttribute(&a.warp, cudaDevAttrWarpSize, a.device) != cudaSuccess;
  a.errors += cudaDeviceGetAttribute(&a.multiprocessors, cudaDevAttrMultiProcessorCount,
                                     a.device) != cudaSuccess;
  a.errors +=
      cudaDeviceGetAttribute(&a.threads, cudaDevAttrMaxThreadsPerBlock, a.device) != cudaSuccess;
  a.errors += cudaDeviceGetAttribute(&a.shared, cudaDevAttrMaxSharedMemoryPerBlock, a.device) !=
              cudaSuccess;
  a.errors += cudaDeviceGetLimit(&a.heap, cudaLimitMallocHeapSize) != cudaSuccess;
  a.errors += cudaRuntimeGetVersion(&a.runtime) != cudaSuccess;
  cudaFuncCache config;
  a.errors += cudaDeviceGetCacheConfig(&config) != cudaSuccess;
  cudaFuncAttributes attributes = {};
  a.errors += cudaFuncGetAttributes(&attributes, subject) != cudaSuccess;
  a.maxThreads = attributes.maxThreadsPerBlock;
  a.sharedBytes = static_cast<int>(attributes.sharedSizeBytes);
  a.errors +=
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&a.blocks, subject, 128, 1024) != cudaSuccess;
  *answers = a;
}

int main() {
  Buffer<Answers> answers(1);
  ask<<<1, 1>>>(answers.device());
  answers.download();
  const Answers& a = answers[0];
  EXPECT_EQ(a.errors, 0);
  int value;
  CUDA_CHECK(cudaGetDevice(&value));
  EXPECT_EQ(a.device, value);
  CUDA_CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, a.device));
  EXPECT_EQ(a.multiprocessors, value);
  CUDA_CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlock, a.device));
  EXPECT_EQ(a.shared, value);
  EXPECT_EQ(a.warp, 32);
  EXPECT_EQ(a.threads, 1024);
  CHECK(a.count >= 1);
  CHECK(a.runtime > 0);
  size_t heap;
  CUDA_CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
  EXPECT_EQ(a.heap, heap);
  cudaFuncAttributes attributes;
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, subject));
  EXPECT_EQ(a.maxThreads, attributes.maxThreadsPerBlock);
  EXPECT_EQ(a.sharedBytes, static_cast<int>(attributes.sharedSizeBytes));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, subject, 128, 1024));
  EXPECT_EQ(a.blocks, value);
  return ok();
}
