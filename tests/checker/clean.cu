// Many kinds of memory, all used as they should be.
// check: --leak-check full
// lacks: Invalid
// errors: 0
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

__constant__ int factors[4] = {1, 2, 3, 4};
__device__ int total;
__managed__ int managedSum;

__device__ __noinline__ int depth(int n) {
  return n == 0 ? 0 : 1 + depth(n - 1);
}

struct Shape {
  __device__ virtual int corners() const { return 0; }
};
struct Square : Shape {
  __device__ int corners() const override { return 4; }
};

__global__ void useMemory(const int* input, int* output, int* pinned, int* ends, int n) {
  __shared__ int tile[64];
  __shared__ int* generic;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? input[i] : 0;
  if (threadIdx.x == 0)
    generic = &tile[63];
  __syncthreads();
  int local[5];
  for (int k = 0; k < 5; ++k)
    local[(k + i) % 5] = k;
  if (i < n)
    output[i] = tile[63 - threadIdx.x] + local[i % 5] + factors[i % 4] + *generic;
  // The address of one array, as a distance from another one.
  if (i == 0)
    *(output + (ends - output)) = 1;
  atomicAdd(&total, 1);
  atomicAdd(&managedSum, i < n ? 1 : 0);
  if (threadIdx.x == 0)
    atomicAdd(pinned, depth(3));
  __syncthreads();
  cooperative_groups::this_thread_block().sync();
}

__global__ void useHeap(int* result) {
  auto* values = static_cast<int*>(malloc(10 * sizeof(int)));
  for (int i = 0; i < 10; ++i)
    values[i] = i;
  Shape* shape = new Square;
  *result = values[9] + shape->corners();
  delete shape;
  free(values);
}

int main() {
  constexpr int n = 1000;
  int *input, *output, *pinned, *ends, *async;
  cudaMalloc(&input, n * sizeof(int));
  cudaMalloc(&output, n * sizeof(int));
  cudaMalloc(&ends, sizeof(int));
  cudaMallocHost(&pinned, sizeof(int));
  cudaMallocAsync(&async, n * sizeof(int), nullptr);
  *pinned = 0;
  cudaMemset(input, 0, n * sizeof(int));
  cudaMemsetAsync(async, 0, n * sizeof(int), nullptr);
  useMemory<<<16, 64>>>(input, output, pinned, ends, n);
  useMemory<<<16, 64>>>(async, output, pinned, ends, n);
  cudaFreeAsync(async, nullptr);
  useHeap<<<1, 1>>>(pinned);
  static int registered[100];
  cudaHostRegister(registered, sizeof registered, cudaHostRegisterDefault);
  useHeap<<<1, 1>>>(registered);
  cudaDeviceSynchronize();
  cudaHostUnregister(registered);
  const bool isRight = managedSum == 2 * n && *pinned == 13 && registered[0] == 13;
  cudaFree(input);
  cudaFree(output);
  cudaFree(ends);
  cudaFreeHost(pinned);
  return isRight && cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
