// What a thread has written before a launch, and what its block has written before a barrier before
// it, the child sees; what children have written, a grid at the tail and later work of the stream
// see; device memory, managed memory and variables alike. Row L-405.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

__device__ int variable[256];

__global__ void triple(const int* in, int* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    out[i] = 3 * in[i] + variable[i];
}

__global__ void check(const int* out, int count, int* wrong) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && out[i] != 3 * (i + 5) + 2 * i)
    atomicAdd(wrong, 1);
}

__global__ void parent(int* in, int* out, int* wrong) {
  int i = threadIdx.x, count = blockDim.x;
  in[i] = i + 5;
  variable[i] = 2 * i;
  __syncthreads();
  if (i == count - 1) {
    triple<<<count / 64, 64>>>(in, out, count);
    check<<<count / 64, 64, 0, cudaStreamTailLaunch>>>(out, count, wrong);
  }
}

int main() {
  constexpr int kCount = 256;
  int *in, *out, *wrong;
  CUDA_CHECK(cudaMalloc(&in, kCount * sizeof(int)));
  CUDA_CHECK(cudaMallocManaged(&out, kCount * sizeof(int)));
  CUDA_CHECK(cudaMallocManaged(&wrong, sizeof(int)));
  *wrong = 0;
  for (int round = 0; round < 10; ++round) {
    parent<<<1, kCount>>>(in, out, wrong);
    CUDA_CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(*wrong, 0);
    for (int i = 0; i < kCount; ++i) {
      EXPECT_EQ_AT(i, out[i], 3 * (i + 5) + 2 * i);
      out[i] = -1;
    }
  }
  return ok();
}
