// A kernel launched from device code runs in clusters where it demands them: by __cluster_dims__,
// or by attributes that the host has set on it. A grid that they do not divide is refused.

// nvcc: -arch=sm_90 -rdc=true -lcudadevrt
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Each block stores the rank of its neighbour in the cluster, read from the neighbour's shared
// memory, and the number of blocks in the cluster.
__device__ void storeNeighbour(int* out) {
  __shared__ int mine;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    mine = static_cast<int>(cluster.block_rank());
  cluster.sync();
  const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  if (threadIdx.x == 0)
    out[blockIdx.x] = *cluster.map_shared_rank(&mine, next) + 10 * cluster.num_blocks();
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) compiledForPairs(int* out) {
  storeNeighbour(out);
}

__global__ void setByAttributes(int* out) {
  storeNeighbour(out);
}

enum Child { Compiled, Attributes, Undivided };

__global__ void parent(Child child, int* out, cudaError_t* error) {
  if (child == Compiled)
    compiledForPairs<<<4, 32>>>(out);
  else if (child == Attributes)
    setByAttributes<<<8, 32>>>(out);
  else
    compiledForPairs<<<3, 32>>>(out);
  *error = cudaGetLastError();
}

int main() {
  Buffer<int> out(8);
  Buffer<cudaError_t> error(1);
  parent<<<1, 1>>>(Compiled, out.device(), error.device());
  out.download();
  error.download();
  EXPECT_EQ(error[0], cudaSuccess);
  for (int block = 0; block < 4; ++block)
    EXPECT_EQ_AT(block, out[block], 20 + (block + 1) % 2);

  CUDA_CHECK(cudaFuncSetAttribute(setByAttributes, cudaFuncAttributeRequiredClusterWidth, 4));
  CUDA_CHECK(cudaFuncSetAttribute(setByAttributes, cudaFuncAttributeRequiredClusterHeight, 1));
  CUDA_CHECK(cudaFuncSetAttribute(setByAttributes, cudaFuncAttributeRequiredClusterDepth, 1));
  parent<<<1, 1>>>(Attributes, out.device(), error.device());
  out.download();
  error.download();
  EXPECT_EQ(error[0], cudaSuccess);
  for (int block = 0; block < 8; ++block)
    EXPECT_EQ_AT(block, out[block], 40 + (block + 1) % 4);

  for (int block = 0; block < 8; ++block)
    out[block] = -1;
  out.upload();
  parent<<<1, 1>>>(Undivided, out.device(), error.device());
  out.download();
  error.download();
  EXPECT_EQ(error[0], cudaErrorInvalidClusterSize);
  for (int block = 0; block < 8; ++block)
    EXPECT_EQ_AT(block, out[block], -1);
  return ok();
}
