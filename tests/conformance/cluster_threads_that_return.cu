// Threads that have returned count as arrived at barrier.cluster: some threads of a block and whole
// blocks.
// rows: L-392, R-262.
// nvcc: -arch=sm_90
#include "check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) some(int* out) {
  cg::cluster_group cluster = cg::this_cluster();
  const int rank = static_cast<int>(cluster.block_rank());
  // Rank 1 goes at once, of the others some threads at every turn.
  if (rank == 1)
    return;
  for (int turn = 0; turn < 4; ++turn) {
    if (threadIdx.x % 5 == turn)
      return;
    atomicAdd(&out[blockIdx.x / 4 * 4 + turn], 1);
    cluster.sync();
    // Everybody who is still there has counted.
    int left = 0;
    for (unsigned i = 0; i < blockDim.x; ++i)
      left += static_cast<int>(i % 5) > turn;
    if (atomicAdd(&out[blockIdx.x / 4 * 4 + turn], 0) != 3 * left)
      atomicAdd(&out[100], 1);
    cluster.sync();
  }
}

int main() {
  int *out, result[101];
  CUDA_CHECK(cudaMalloc(&out, sizeof result));
  CUDA_CHECK(cudaMemset(out, 0, sizeof result));
  some<<<8, 70>>>(out);
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
  for (int cluster = 0; cluster < 2; ++cluster)
    for (int turn = 0; turn < 4; ++turn)
      EXPECT_EQ_AT(turn, result[4 * cluster + turn], 3 * 14 * (4 - turn));
  EXPECT_EQ(result[100], 0);
  return ok();
}
