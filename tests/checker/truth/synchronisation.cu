// Barriers of blocks and warps, used rightly and wrongly.
#include "truth.h"

#include <cooperative_groups.h>
#include <cuda_awbarrier_primitives.h>

namespace cg = cooperative_groups;

__global__ void barrierForSome(int* values, int n) {
  if (threadIdx.x < n)
    __syncthreads();
  values[threadIdx.x] = threadIdx.x;
}
CASE(synccheck, barrier_for_half_warp) {
  barrierForSome<<<1, 32>>>(zeros<int>(64), 16);
}
CASE(synccheck, barrier_for_one_warp) {
  barrierForSome<<<1, 64>>>(zeros<int>(64), 32);
}
CASE(clean, barrier_for_all) {
  barrierForSome<<<1, 64>>>(zeros<int>(64), 64);
}
CASE(clean, barrier_for_none) {
  barrierForSome<<<1, 64>>>(zeros<int>(64), 0);
}
__global__ void returnBeforeBarrier(int* values, int n) {
  if (threadIdx.x >= n)
    return;
  __syncthreads();
  values[threadIdx.x] = threadIdx.x;
}
CASE(synccheck, half_warp_has_returned) {
  returnBeforeBarrier<<<1, 32>>>(zeros<int>(64), 16);
}
CASE(synccheck, one_warp_has_returned) {
  returnBeforeBarrier<<<1, 64>>>(zeros<int>(64), 32);
}
__global__ void barrierInBranches(int* values) {
  if (threadIdx.x % 2 == 0) {
    values[threadIdx.x] = 1;
    __syncthreads();
  } else {
    values[threadIdx.x] = 2;
    __syncthreads();
  }
  values[threadIdx.x] += 1;
}
CASE(synccheck, barriers_in_both_branches) {
  barrierInBranches<<<1, 64>>>(zeros<int>(64));
}
__global__ void barrierInLoop(int* values) {
  for (int i = 0; i < static_cast<int>(threadIdx.x % 4) + 1; ++i) {
    values[threadIdx.x] += i;
    __syncthreads();
  }
}
CASE(synccheck, barrier_in_uneven_loop) {
  barrierInLoop<<<1, 32>>>(zeros<int>(64));
}
__global__ void barrierPerWarp(int* values) {
  if (threadIdx.x < 32) {
    values[threadIdx.x] = 1;
    __syncthreads();
  } else {
    values[threadIdx.x] = 2;
    __syncthreads();
  }
}
CASE(synccheck, barriers_in_branches_of_warps) {
  barrierPerWarp<<<1, 64>>>(zeros<int>(64));
}
__global__ void countForSome(int* values, int n) {
  if (threadIdx.x < n)
    values[threadIdx.x] = __syncthreads_count(threadIdx.x & 1);
}
CASE(synccheck, counting_barrier_for_half_warp) {
  countForSome<<<1, 32>>>(zeros<int>(64), 16);
}
CASE(clean, counting_barrier_for_all) {
  countForSome<<<1, 32>>>(zeros<int>(64), 32);
}

__global__ void exchange(int* values, unsigned mask, int n) {
  if (threadIdx.x < n)
    values[threadIdx.x] = __shfl_xor_sync(mask, values[threadIdx.x], 1);
}
CASE(synccheck, shuffle_without_oneself) {
  exchange<<<1, 32>>>(zeros<int>(32), 0x0000ffffu, 32);
}
CASE(synccheck, shuffle_of_absent_threads) {
  exchange<<<1, 32>>>(zeros<int>(32), ~0u, 16);
}
CASE(clean, shuffle_of_all) {
  exchange<<<1, 32>>>(zeros<int>(32), ~0u, 32);
}
CASE(clean, shuffle_of_half) {
  exchange<<<1, 32>>>(zeros<int>(32), 0x0000ffffu, 16);
}
__global__ void vote(int* values, unsigned mask, int n) {
  if (threadIdx.x < n)
    values[threadIdx.x] = __ballot_sync(mask, values[threadIdx.x] == 0);
}
CASE(synccheck, vote_without_oneself) {
  vote<<<1, 32>>>(zeros<int>(32), 0xfffffff7u, 32);
}
CASE(clean, vote_of_all) {
  vote<<<1, 32>>>(zeros<int>(32), ~0u, 32);
}
__global__ void warpBarrier(int* values, unsigned mask, int n) {
  if (threadIdx.x < n) {
    values[threadIdx.x] = 1;
    __syncwarp(mask);
    values[threadIdx.x] += 1;
  }
}
CASE(synccheck, warp_barrier_without_oneself) {
  warpBarrier<<<1, 32>>>(zeros<int>(32), 0x0000ffffu, 32);
}
CASE(synccheck, warp_barrier_of_absent_threads) {
  warpBarrier<<<1, 32>>>(zeros<int>(32), ~0u, 16);
}
CASE(clean, warp_barrier_of_half) {
  warpBarrier<<<1, 32>>>(zeros<int>(32), 0x0000ffffu, 16);
}
CASE(clean, warp_barrier_of_all) {
  warpBarrier<<<1, 32>>>(zeros<int>(32), ~0u, 32);
}
__global__ void returnBeforeWarpBarrier(int* values) {
  if (threadIdx.x >= 16)
    return;
  __syncwarp();
  values[threadIdx.x] = 1;
}
CASE(synccheck, warp_barrier_after_return) {
  returnBeforeWarpBarrier<<<1, 32>>>(zeros<int>(32));
}
__global__ void match(int* values, unsigned mask) {
  values[threadIdx.x] = __match_any_sync(mask, values[threadIdx.x]);
}
CASE(synccheck, match_without_oneself) {
  match<<<1, 32>>>(zeros<int>(32), 0x7fffffffu);
}
__global__ void addUp(int* values, unsigned mask) {
  values[threadIdx.x] = __reduce_add_sync(mask, values[threadIdx.x]);
}
CASE(synccheck, reduction_without_oneself) {
  addUp<<<1, 32>>>(zeros<int>(32), 0x7fffffffu);
}
CASE(clean, reduction_of_all) {
  addUp<<<1, 32>>>(zeros<int>(32), ~0u);
}

__global__ void namedBarrier(int* values, int threads) {
  asm volatile("barrier.sync 1, %0;" ::"r"(threads) : "memory");
  values[threadIdx.x] = 1;
}
CASE(clean, named_barrier_of_all) {
  namedBarrier<<<1, 64>>>(zeros<int>(64), 64);
}
CASE(synccheck, named_barrier_of_odd_count) {
  namedBarrier<<<1, 64>>>(zeros<int>(64), 33);
}
__global__ void namedBarriersOfWarps(int* values) {
  asm volatile("barrier.sync %0, 32;" ::"r"(threadIdx.x / 32 + 1) : "memory");
  values[threadIdx.x] = 1;
}
CASE(clean, named_barriers_of_warps) {
  namedBarriersOfWarps<<<1, 64>>>(zeros<int>(64));
}
__global__ void unalignedBarrier(int* values) {
  if (threadIdx.x % 2 == 0)
    asm volatile("barrier.sync 0;" ::: "memory");
  else
    asm volatile("barrier.sync 0;" ::: "memory");
  values[threadIdx.x] = 1;
}
CASE(clean, unaligned_barriers_in_both_branches) {
  unalignedBarrier<<<1, 64>>>(zeros<int>(64));
}

__global__ void groupForSome(int* values, int n) {
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
  if (threadIdx.x < n)
    tile.sync();
  values[threadIdx.x] = 1;
}
CASE(clean, tile_of_half_warp) {
  groupForSome<<<1, 32>>>(zeros<int>(32), 16);
}
CASE(synccheck, tile_of_some) {
  groupForSome<<<1, 32>>>(zeros<int>(32), 8);
}
__global__ void blockGroupForSome(int* values, int n) {
  if (threadIdx.x < n)
    cg::this_thread_block().sync();
  values[threadIdx.x] = 1;
}
CASE(synccheck, block_group_of_some) {
  blockGroupForSome<<<1, 64>>>(zeros<int>(64), 40);
}

__global__ void barrierNotInitialised(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    *reinterpret_cast<volatile unsigned long long*>(&barrier) = 0;
  __syncthreads();
  values[threadIdx.x] = __mbarrier_token_pending_count(__mbarrier_arrive(&barrier));
}
CASE(synccheck, asynchronous_barrier_not_initialised) {
  barrierNotInitialised<<<1, 32>>>(zeros<int>(32));
}
__global__ void barrierUsedRightly(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, blockDim.x);
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  __syncthreads();
  if (threadIdx.x == 0)
    __mbarrier_inval(&barrier);
  values[threadIdx.x] = 1;
}
CASE(clean, asynchronous_barrier) {
  barrierUsedRightly<<<1, 64>>>(zeros<int>(64));
}
