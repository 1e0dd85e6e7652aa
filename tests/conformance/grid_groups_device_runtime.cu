// The device runtime's barrier of a whole grid, as compilers other than nvcc call it: what each
// block has written before it, all blocks read behind it.
// nvcc: -rdc=true -lcudadevrt
#include "check.h"

using namespace conformance;

constexpr unsigned kBlocks = 4, kThreads = 64, kRounds = 5;

__global__ void rounds(unsigned* values, unsigned* sums, int* errors) {
  const unsigned long long grid = cudaCGGetIntrinsicHandle(cudaCGScopeGrid);
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  if (grid == 0)
    atomicAdd(errors, 1);
  for (unsigned round = 0; round < kRounds; ++round) {
    values[rank] = rank + round;
    if (cudaCGSynchronize(grid, 0) != cudaSuccess)
      atomicAdd(errors, 1);
    unsigned sum = 0;
    for (unsigned i = 0; i < kBlocks * kThreads; ++i)
      sum += *(volatile unsigned*)&values[i];
    sums[round * kBlocks * kThreads + rank] = sum;
    cudaCGSynchronize(grid, 0);
  }
}

int main() {
  constexpr unsigned kCount = kBlocks * kThreads;
  unsigned *values, *sums;
  int* errors;
  CUDA_CHECK(cudaMallocManaged(&values, kCount * sizeof(unsigned)));
  CUDA_CHECK(cudaMallocManaged(&sums, kRounds * kCount * sizeof(unsigned)));
  CUDA_CHECK(cudaMallocManaged(&errors, sizeof(int)));
  *errors = 0;
  void* arguments[] = {&values, &sums, &errors};
  CUDA_CHECK(cudaLaunchCooperativeKernel((void*)rounds, dim3(kBlocks), dim3(kThreads), arguments, 0,
                                         nullptr));
  CUDA_CHECK(cudaDeviceSynchronize());
  EXPECT_EQ(*errors, 0);
  for (unsigned round = 0; round < kRounds; ++round)
    for (unsigned i = 0; i < kCount; ++i)
      EXPECT_EQ(sums[round * kCount + i], kCount * (kCount - 1) / 2 + round * kCount);
  return ok();
}
