// Clusters of blocks: ranks and indices, barriers over the cluster, shared memory of other blocks
// read, written and updated.
// Rows L-392, R-262.
// nvcc: -arch=sm_90
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void exchange(int* out) {
  __shared__ int values[64];
  __shared__ int sum;
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  values[threadIdx.x] = 1000 * blockIdx.x + threadIdx.x;
  if (threadIdx.x == 0)
    sum = 0;
  cluster.sync();
  const unsigned next = (rank + 1) % cluster.num_blocks();
  const unsigned before = (rank + 3) % cluster.num_blocks();
  const int fromNext = cluster.map_shared_rank(values, next)[threadIdx.x];
  const int fromBefore = cluster.map_shared_rank(values, before)[63 - threadIdx.x];
  atomicAdd(cluster.map_shared_rank(&sum, before), 1 + static_cast<int>(rank));
  cluster.sync();
  cluster.map_shared_rank(values, next)[threadIdx.x] = fromBefore;
  cluster.sync();
  int* mine = out + 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  mine[0] = fromNext;
  mine[1] = fromBefore;
  mine[2] = values[threadIdx.x];
  mine[3] = sum;
}

__global__ void indices(unsigned* out) {
  cg::cluster_group cluster = cg::this_cluster();
  const dim3 place = cluster.block_index();
  const dim3 size = cluster.dim_blocks();
  unsigned* mine = out + 6 * (blockIdx.y * gridDim.x + blockIdx.x);
  if (threadIdx.x == 0) {
    mine[0] = place.x;
    mine[1] = place.y;
    mine[2] = size.x;
    mine[3] = size.y;
    mine[4] = cluster.block_rank();
    mine[5] = cluster.num_threads();
  }
  cluster.sync();
}

int main() {
  constexpr int kBlocks = 12, kThreads = 64;
  Buffer<int> out(4 * kBlocks * kThreads);
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 4;
  attribute.val.clusterDim.y = 1;
  attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(kBlocks);
  config.blockDim = dim3(kThreads);
  config.attrs = &attribute;
  config.numAttrs = 1;
  CUDA_CHECK(cudaLaunchKernelEx(&config, exchange, out.device()));
  out.download();
  for (int block = 0; block < kBlocks; ++block) {
    const int first = block / 4 * 4, rank = block % 4;
    const int next = first + (rank + 1) % 4, before = first + (rank + 3) % 4;
    const int twoBefore = first + (rank + 2) % 4;
    for (int thread = 0; thread < kThreads; ++thread) {
      const int place = block * kThreads + thread;
      EXPECT_EQ_AT(place, out[4 * place], 1000 * next + thread);
      EXPECT_EQ_AT(place, out[4 * place + 1], 1000 * before + 63 - thread);
      EXPECT_EQ_AT(place, out[4 * place + 2], 1000 * twoBefore + 63 - thread);
      EXPECT_EQ_AT(place, out[4 * place + 3], kThreads * (1 + (rank + 1) % 4));
    }
  }

  Buffer<unsigned> found(6 * 8 * 4);
  config.gridDim = dim3(8, 4);
  config.blockDim = dim3(96);
  attribute.val.clusterDim.y = 2;
  CUDA_CHECK(cudaLaunchKernelEx(&config, indices, found.device()));
  found.download();
  for (unsigned y = 0; y < 4; ++y)
    for (unsigned x = 0; x < 8; ++x) {
      const int at = 6 * (y * 8 + x);
      EXPECT_EQ_AT(at, found[at], x % 4);
      EXPECT_EQ_AT(at, found[at + 1], y % 2);
      EXPECT_EQ_AT(at, found[at + 2], 4u);
      EXPECT_EQ_AT(at, found[at + 3], 2u);
      EXPECT_EQ_AT(at, found[at + 4], x % 4 + 4 * (y % 2));
      EXPECT_EQ_AT(at, found[at + 5], 8u * 96);
    }
  return ok();
}
