// The shape of a kernel's clusters as part of the kernel: __cluster_dims__, with an ordinary
// launch. Rows L-392.

// nvcc: -arch=sm_90
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <int Blocks> __global__ void __cluster_dims__(Blocks, 1, 1) collect(int* out) {
  __shared__ int mine;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    mine = 10 * blockIdx.x;
  cluster.sync();
  const int next = (cluster.block_rank() + 1) % cluster.num_blocks();
  const int taken = *cluster.map_shared_rank(&mine, next);
  cluster.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = taken + cluster.num_blocks();
}

int main() {
  constexpr int kBlocks = 8, kThreads = 48;
  Buffer<int> out(kBlocks * kThreads);
  collect<2><<<kBlocks, kThreads>>>(out.device());
  out.download();
  for (int i = 0; i < kBlocks * kThreads; ++i)
    EXPECT_EQ_AT(i, out[i], 10 * (i / kThreads ^ 1) + 2);
  collect<4><<<kBlocks, kThreads>>>(out.device());
  out.download();
  for (int i = 0; i < kBlocks * kThreads; ++i) {
    const int block = i / kThreads;
    EXPECT_EQ_AT(i, out[i], 10 * (block / 4 * 4 + (block + 1) % 4) + 4);
  }
  cudaFuncAttributes attributes;
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, collect<4>));
  EXPECT_EQ(attributes.requiredClusterWidth, 4);
  return ok();
}
