// Barriers that only part of a warp or block comes to, masks that do not fit, and asynchronous
// barriers that are used in the wrong order.
#include "truth.h"

#include <cooperative_groups.h>
#include <cuda_awbarrier_primitives.h>

namespace cg = cooperative_groups;

__global__ void odd(int* values) {
  values[threadIdx.x] = 1;
  if (threadIdx.x & 1)
    __syncthreads();
  values[threadIdx.x] += 1;
}
CASE(synccheck, barrier_for_odd_threads) {
  odd<<<1, 64>>>(zeros<int>(64));
}
__global__ void one(int* values) {
  if (threadIdx.x == 5)
    __syncthreads();
  values[threadIdx.x] = 1;
}
CASE(synccheck, barrier_for_one_thread) {
  one<<<1, 32>>>(zeros<int>(32));
}
__global__ void early(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ int tile[64];
  if (i >= n)
    return;
  tile[threadIdx.x] = values[i];
  __syncthreads();
  values[i] = tile[threadIdx.x ^ 1];
}
CASE(synccheck, return_before_barrier_in_last_block) {
  early<<<2, 64>>>(zeros<int>(128), 100);
}
CASE(clean, no_return_before_barrier) {
  early<<<2, 64>>>(zeros<int>(128), 128);
}
__global__ void later(int* values) {
  if (threadIdx.x < 16) {
    values[threadIdx.x] = 1;
    __syncthreads();
  }
  values[threadIdx.x] += 1;
  __syncthreads();
  values[threadIdx.x] += 1;
}
CASE(synccheck, barrier_met_by_later_one) {
  later<<<1, 32>>>(zeros<int>(32));
}
CASE(synccheck, barrier_met_by_later_one_in_two_warps) {
  later<<<1, 64>>>(zeros<int>(64));
}
__global__ void inLoop(int* values, const int* counts) {
  for (int i = 0; i < counts[threadIdx.x]; ++i) {
    values[threadIdx.x] += i;
    __syncthreads();
  }
}
CASE(synccheck, barrier_in_loop_of_lanes) {
  int counts[64];
  for (int i = 0; i < 64; ++i)
    counts[i] = i % 7;
  int* given = zeros<int>(64);
  cudaMemcpy(given, counts, sizeof counts, cudaMemcpyHostToDevice);
  inLoop<<<1, 64>>>(zeros<int>(64), given);
}
CASE(synccheck, barrier_in_loop_of_warps) {
  int counts[64];
  for (int i = 0; i < 64; ++i)
    counts[i] = i / 32 + 1;
  int* given = zeros<int>(64);
  cudaMemcpy(given, counts, sizeof counts, cudaMemcpyHostToDevice);
  inLoop<<<1, 64>>>(zeros<int>(64), given);
}
__device__ __noinline__ void meet(int* value) {
  *value += 1;
  __syncthreads();
}
__global__ void inFunction(int* values) {
  if (threadIdx.x % 32 < 20)
    meet(&values[threadIdx.x]);
}
CASE(synccheck, barrier_in_function_for_some) {
  inFunction<<<1, 64>>>(zeros<int>(64));
}
__global__ void orForSome(int* values) {
  if (threadIdx.x % 2 == 0)
    values[threadIdx.x] = __syncthreads_or(threadIdx.x == 0);
  else
    values[threadIdx.x] = 5;
}
CASE(synccheck, voting_barrier_for_even_threads) {
  orForSome<<<1, 64>>>(zeros<int>(64));
}
__global__ void namedForSome(int* values) {
  if (threadIdx.x % 32 < 16)
    asm volatile("bar.sync 3, 64;" ::: "memory");
  values[threadIdx.x] = 1;
}
CASE(synccheck, named_barrier_for_half_warps) {
  namedForSome<<<1, 64>>>(zeros<int>(64));
}
__global__ void unalignedForSome(int* values) {
  if (threadIdx.x % 32 < 16)
    asm volatile("barrier.sync 3, 32;" ::: "memory");
  values[threadIdx.x] = 1;
}
CASE(clean, unaligned_barrier_for_half_warps) {
  unalignedForSome<<<1, 64>>>(zeros<int>(64));
}
__global__ void data(int* values) {
  while (values[threadIdx.x] > 0) {
    values[threadIdx.x] -= 1;
    __syncthreads();
  }
}
CASE(synccheck, barrier_while_data_says) {
  int counts[32] = {1, 2, 3};
  int* given = zeros<int>(32);
  cudaMemcpy(given, counts, sizeof counts, cudaMemcpyHostToDevice);
  data<<<1, 32>>>(given);
}

__global__ void wrongLowerHalf(int* values) {
  if (threadIdx.x < 16) {
    values[threadIdx.x] = 1;
    __syncwarp(0xffff0000u);
  }
  values[threadIdx.x] += 1;
}
CASE(synccheck, warp_barrier_with_mask_of_others) {
  wrongLowerHalf<<<1, 32>>>(zeros<int>(32));
}
__global__ void emptyMask(int* values, unsigned mask) {
  values[threadIdx.x] = 1;
  __syncwarp(mask);
  values[threadIdx.x] += 1;
}
CASE(synccheck, warp_barrier_with_empty_mask) {
  emptyMask<<<1, 32>>>(zeros<int>(32), 0);
}
CASE(synccheck, warp_barrier_with_mask_beyond_block) {
  emptyMask<<<1, 16>>>(zeros<int>(32), ~0u);
}
__global__ void illegalSyncwarp(int* result) {
  __shared__ int shared[64];
  const int i = threadIdx.x;
  shared[i] = i;
  __syncthreads();
  const unsigned mask = __ballot_sync(~0u, i < 16);
  if (i < 16)
    for (int offset = 8; offset > 0; offset /= 2) {
      if (i < offset) {
        shared[i] += shared[i + offset];
        __syncwarp(mask);
      }
    }
  if (i == 0)
    *result = shared[0];
}
CASE(synccheck, warp_barrier_in_narrowing_loop) {
  illegalSyncwarp<<<1, 32>>>(zeros<int>(1));
}
__global__ void syncwarpInBranches(int* values) {
  if (threadIdx.x < 16) {
    values[threadIdx.x] = 1;
    __syncwarp();
  } else {
    values[threadIdx.x] = 2;
    __syncwarp();
  }
}
CASE(synccheck, warp_barriers_in_both_branches) {
  syncwarpInBranches<<<1, 32>>>(zeros<int>(32));
}
__global__ void shuffleInBranch(int* values) {
  if (threadIdx.x < 16)
    values[threadIdx.x] = __shfl_down_sync(0x000000ffu, values[threadIdx.x], 1);
}
CASE(synccheck, shuffle_with_mask_too_small) {
  shuffleInBranch<<<1, 32>>>(zeros<int>(32));
}
__global__ void tileForSome(int* values, int n) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  if (tile.thread_rank() < n)
    values[threadIdx.x] = tile.shfl(values[threadIdx.x], 0);
  else
    values[threadIdx.x] = 3;
}
CASE(synccheck, tile_shuffle_of_some) {
  tileForSome<<<1, 32>>>(zeros<int>(32), 5);
}
CASE(clean, tile_shuffle_of_all) {
  tileForSome<<<1, 32>>>(zeros<int>(32), 8);
}
__global__ void coalesced(int* values) {
  if (threadIdx.x % 3 == 0) {
    cg::coalesced_group group = cg::coalesced_threads();
    group.sync();
    values[threadIdx.x] = group.size();
  }
}
CASE(clean, coalesced_group_sync) {
  coalesced<<<1, 32>>>(zeros<int>(32));
}
__global__ void blockSyncForHalf(int* values) {
  auto block = cg::this_thread_block();
  if (block.thread_rank() % 32 < 16)
    block.sync();
  values[threadIdx.x] = 1;
}
CASE(synccheck, block_group_sync_for_half_warps) {
  blockSyncForHalf<<<1, 64>>>(zeros<int>(64));
}

__global__ void arriveWithoutInit(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    *reinterpret_cast<volatile unsigned long long*>(&barrier) = 0;
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  values[threadIdx.x] = token != 0;
}
CASE(synccheck, arrival_without_init) {
  arriveWithoutInit<<<1, 32>>>(zeros<int>(32));
}
__global__ void testWithoutInit(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    *reinterpret_cast<volatile unsigned long long*>(&barrier) = 0;
  __syncthreads();
  values[threadIdx.x] = __mbarrier_test_wait(&barrier, 0);
}
CASE(synccheck, test_without_init) {
  testWithoutInit<<<1, 32>>>(zeros<int>(32));
}
__global__ void initTwice(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0) {
    __mbarrier_init(&barrier, 32);
    __mbarrier_init(&barrier, 32);
  }
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  values[threadIdx.x] = 1;
}
CASE(synccheck, init_twice) {
  initTwice<<<1, 32>>>(zeros<int>(32));
}
__global__ void initByAll(int* values) {
  __shared__ __mbarrier_t barrier;
  __mbarrier_init(&barrier, 32);
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  values[threadIdx.x] = 1;
}
CASE(synccheck, init_by_all_threads) {
  initByAll<<<1, 32>>>(zeros<int>(32));
}
__global__ void arriveAfterInval(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, 32);
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  __syncthreads();
  if (threadIdx.x == 0)
    __mbarrier_inval(&barrier);
  __syncthreads();
  values[threadIdx.x] = __mbarrier_arrive(&barrier) != 0;
}
CASE(synccheck, arrival_after_invalidation) {
  arriveAfterInval<<<1, 32>>>(zeros<int>(32));
}
__global__ void invalWithoutInit(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_inval(&barrier);
  values[threadIdx.x] = 1;
}
CASE(synccheck, invalidation_without_init) {
  invalWithoutInit<<<1, 32>>>(zeros<int>(32));
}
__global__ void invalTwice(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0) {
    __mbarrier_init(&barrier, 32);
    __mbarrier_inval(&barrier);
    __mbarrier_inval(&barrier);
  }
  values[threadIdx.x] = 1;
}
CASE(synccheck, invalidation_twice) {
  invalTwice<<<1, 32>>>(zeros<int>(32));
}
__global__ void initNoInval(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, 32);
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  values[threadIdx.x] = 1;
}
CASE(clean, no_invalidation_at_the_end) {
  initNoInval<<<1, 32>>>(zeros<int>(32));
}
__global__ void arriveTwice(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, 64);
  __syncthreads();
  __mbarrier_arrive(&barrier);
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  values[threadIdx.x] = 1;
}
CASE(clean, two_arrivals_of_each_thread) {
  arriveTwice<<<1, 32>>>(zeros<int>(32));
}
__global__ void noWait(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, 32);
  __syncthreads();
  __mbarrier_arrive(&barrier);
  __mbarrier_arrive(&barrier);
  __mbarrier_arrive(&barrier);
  values[threadIdx.x] = 1;
}
CASE(synccheck, arrivals_without_wait) {
  noWait<<<1, 32>>>(zeros<int>(32));
}
__global__ void initWhileUsed(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, 32);
  __syncthreads();
  if (threadIdx.x < 16)
    __mbarrier_arrive(&barrier);
  __syncthreads();
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, 16);
  __syncthreads();
  values[threadIdx.x] = 1;
}
CASE(synccheck, init_of_barrier_in_use) {
  initWhileUsed<<<1, 32>>>(zeros<int>(32));
}
__global__ void overwritten(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, 32);
  __syncthreads();
  if (threadIdx.x == 0)
    *reinterpret_cast<volatile unsigned long long*>(&barrier) = 0;
  __syncthreads();
  values[threadIdx.x] = __mbarrier_arrive(&barrier) != 0;
}
CASE(synccheck, barrier_overwritten) {
  overwritten<<<1, 32>>>(zeros<int>(32));
}
__global__ void dropped(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, 32);
  __syncthreads();
  __mbarrier_arrive_and_drop(&barrier);
  values[threadIdx.x] = __mbarrier_arrive(&barrier) != 0;
}
CASE(synccheck, arrival_after_drop) {
  dropped<<<1, 32>>>(zeros<int>(32));
}
