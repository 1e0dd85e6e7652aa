// Cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

struct Big {
  double a;
  char b[5];
};

__device__ int sumOf(cg::thread_group g, int* temp, int value) {
  const int lane = (int)g.thread_rank();
  for (int i = (int)g.size() / 2; i > 0; i /= 2) {
    temp[lane] = value;
    g.sync();
    if (lane < i)
      value += temp[lane + i];
    g.sync();
  }
  return value;
}

__global__ void kernel(int* p, float* f, Big* big) {
  extern __shared__ int temp[];
  cg::thread_block block = cg::this_thread_block();
  p[0] = sumOf(block, temp, p[1]) + block.group_index().x + block.thread_index().y +
         block.thread_rank() + block.size() + cg::thread_rank(block);
  cg::sync(block);
  auto warp = cg::tiled_partition<32>(block);
  auto quarter = cg::tiled_partition<8>(warp);
  cg::thread_block_tile<32> plain = cg::tiled_partition<32>(block);
  p[1] = quarter.shfl(p[2], 3) + quarter.shfl_up(p[3], 1) + quarter.shfl_down(p[4], 1) +
         quarter.shfl_xor(p[5], 1) + quarter.any(p[6]) + quarter.all(p[7]) + quarter.ballot(p[8]) +
         quarter.match_any(p[9]) + warp.meta_group_rank() + plain.meta_group_size() +
         plain.thread_rank();
  big[1] = warp.shfl(big[0], 2);
  f[0] =
      cg::reduce(warp, f[1], cg::plus<float>()) + cg::reduce(quarter, f[2], cg::greater<float>());
  cg::thread_group dynamic = cg::tiled_partition(block, 16);
  dynamic.sync();
  if (threadIdx.x & 1) {
    cg::coalesced_group active = cg::coalesced_threads();
    p[2] = active.shfl(p[3], 0) + active.shfl_up(p[3], 1) + active.shfl_down(p[3], 1) +
           active.ballot(p[4]) + active.any(p[5]) + active.all(p[6]) + active.size() +
           active.thread_rank() + cg::reduce(active, p[7], cg::less<int>());
    active.sync();
  }
  cg::grid_group grid = cg::this_grid();
  if (grid.is_valid())
    grid.sync();
  p[3] = (int)(grid.size() + grid.thread_rank());
}
