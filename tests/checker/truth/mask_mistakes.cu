// Masks of warp operations that name threads which never come, and warp operations in code that
// only some threads run. Threads that have returned need not come.
#include "truth.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int sumOfWarp(int value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}
__global__ void sumOfSums(const int* values, int* result) {
  __shared__ int sums[32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int sum = sumOfWarp(values[threadIdx.x]);
  if (lane == 0)
    sums[warp] = sum;
  __syncthreads();
  int total = 0;
  if (threadIdx.x < blockDim.x / 32)
    total = sumOfWarp(sums[lane]);
  __syncthreads();
  result[threadIdx.x] = total;
}
CASE(synccheck, sums_of_four_warps_by_full_mask) {
  sumOfSums<<<1, 128>>>(zeros<int>(128), zeros<int>(128));
}
CASE(clean, sums_of_thirty_two_warps) {
  sumOfSums<<<1, 1024>>>(zeros<int>(1024), zeros<int>(1024));
}
__global__ void shuffleInBranch(int* values, int n) {
  int value = values[threadIdx.x];
  if (threadIdx.x < n)
    value += __shfl_xor_sync(~0u, value, 1);
  values[threadIdx.x] = value;
}
CASE(synccheck, shuffle_that_half_pass_by) {
  shuffleInBranch<<<1, 32>>>(zeros<int>(32), 16);
}
CASE(clean, shuffle_that_none_pass_by) {
  shuffleInBranch<<<1, 64>>>(zeros<int>(64), 64);
}
CASE(clean, shuffle_that_one_warp_passes_by) {
  shuffleInBranch<<<1, 64>>>(zeros<int>(64), 32);
}
CASE(clean, shuffle_in_incomplete_warp) {
  shuffleInBranch<<<1, 20>>>(zeros<int>(32), 32);
}
__global__ void voteInLoop(int* values, int n) {
  int count = 0;
  for (int i = threadIdx.x; i < n; i += 32)
    count += __popc(__ballot_sync(~0u, values[i] == 0));
  values[threadIdx.x] = count;
}
CASE(synccheck, vote_in_loop_that_some_leave) {
  voteInLoop<<<1, 32>>>(zeros<int>(128), 100);
}
CASE(clean, vote_in_loop_that_all_leave) {
  voteInLoop<<<1, 32>>>(zeros<int>(128), 96);
}
__global__ void returnFirst(int* values, int n) {
  if (threadIdx.x >= n)
    return;
  int value = values[threadIdx.x];
  for (int offset = 1; offset < 16; offset *= 2)
    if (value == 0)
      value += __shfl_xor_sync(~0u, value, offset);
  __syncwarp();
  values[threadIdx.x] = value;
}
CASE(clean, some_have_returned) {
  returnFirst<<<1, 32>>>(zeros<int>(32), 20);
}
__global__ void syncwarpInBranch(int* values, unsigned mask, int n) {
  if (threadIdx.x < n) {
    values[threadIdx.x] = 1;
    __syncwarp(mask);
  }
  values[threadIdx.x] += 1;
}
CASE(synccheck, warp_barrier_that_half_pass_by) {
  syncwarpInBranch<<<1, 32>>>(zeros<int>(32), ~0u, 16);
}
CASE(clean, warp_barrier_of_those_who_come) {
  syncwarpInBranch<<<1, 32>>>(zeros<int>(32), 0xffff, 16);
}
__global__ void syncwarpInBoth(int* values) {
  if (threadIdx.x % 2 == 0) {
    values[threadIdx.x] = 1;
    __syncwarp();
  } else {
    values[threadIdx.x] = 2;
    __syncwarp();
  }
  values[threadIdx.x] += 1;
}
CASE(clean, warp_barriers_of_even_and_odd) {
  syncwarpInBoth<<<1, 32>>>(zeros<int>(32));
}
__global__ void repeatedInBoth(int* values, int n) {
  if (threadIdx.x % 2 == 0) {
    for (int i = 0; i < n; ++i) {
      values[threadIdx.x] += 1;
      __syncwarp();
    }
  } else {
    for (int i = 0; i < n; ++i) {
      values[threadIdx.x] += 2;
      __syncwarp();
    }
  }
  values[threadIdx.x] += 1;
}
CASE(clean, as_many_warp_barriers_of_even_and_odd) {
  repeatedInBoth<<<1, 32>>>(zeros<int>(32), 5);
}
__global__ void maskOfBranch(int* values) {
  const bool isEven = values[threadIdx.x] + threadIdx.x % 2 == 0;
  const unsigned even = __ballot_sync(~0u, isEven);
  int sum = 0;
  if (isEven)
    sum = __reduce_add_sync(even, 1);
  else
    sum = __reduce_add_sync(~even, 2);
  values[threadIdx.x] = sum;
}
CASE(clean, masks_of_two_branches) {
  maskOfBranch<<<1, 32>>>(zeros<int>(32));
}
__global__ void shrinkingMask(const int* values, int* result, int n) {
  unsigned mask = ~0u;
  int steps = 0;
  for (int i = threadIdx.x; i < n; i += 1 + threadIdx.x % 3) {
    mask = __ballot_sync(mask, values[i] == 0 && i + 1 + threadIdx.x % 3 < n);
    ++steps;
    if (!(mask >> threadIdx.x & 1))
      break;
    __syncwarp(mask);
  }
  result[threadIdx.x] = steps;
}
CASE(clean, mask_of_those_who_go_on) {
  shrinkingMask<<<1, 32>>>(zeros<int>(64), zeros<int>(32), 64);
}
__global__ void matchInBranch(const int* values, int* result) {
  unsigned same = 0;
  if (values[threadIdx.x] == 0 && threadIdx.x != 7)
    same = __match_any_sync(~0u, values[threadIdx.x]);
  result[threadIdx.x] = same;
}
CASE(synccheck, match_that_one_passes_by) {
  matchInBranch<<<1, 32>>>(zeros<int>(32), zeros<int>(32));
}
__global__ void tileInBranch(int* values) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int sum = 0;
  if (threadIdx.x % 8 < 6)
    sum = tile.shfl_xor(values[threadIdx.x], 1);
  tile.sync();
  values[threadIdx.x] = sum;
}
CASE(synccheck, shuffle_of_tile_that_two_pass_by) {
  tileInBranch<<<1, 32>>>(zeros<int>(32));
}
__global__ void coalescedInBranch(int* values) {
  int sum = 0;
  if (values[threadIdx.x] == 0 && threadIdx.x % 3 == 0) {
    auto group = cg::coalesced_threads();
    for (int offset = 1; offset < group.size(); offset *= 2)
      sum += group.shfl_down(1, offset);
    group.sync();
  }
  values[threadIdx.x] = sum;
}
CASE(clean, coalesced_threads_of_branch) {
  coalescedInBranch<<<1, 64>>>(zeros<int>(64));
}
__global__ void barrierAgainstVote(int* values) {
  __shared__ int isAny;
  if (threadIdx.x < 8) {
    const int any = __any_sync(~0u, values[threadIdx.x] == 0);
    if (threadIdx.x == 0)
      isAny = any;
  }
  __syncthreads();
  values[threadIdx.x] = isAny;
}
CASE(synccheck, vote_while_others_wait_at_barrier) {
  barrierAgainstVote<<<1, 32>>>(zeros<int>(32));
}
__global__ void leaderWaits(int* values) {
  if (threadIdx.x == 0) {
    values[0] = 1;
    __syncwarp(0x3);
  } else if (threadIdx.x == 2) {
    values[2] = 2;
  }
  values[threadIdx.x] += 1;
}
CASE(synccheck, mask_of_two_for_one) {
  leaderWaits<<<1, 32>>>(zeros<int>(32));
}
