// Races on shared memory between the threads of a block, across warps and within one, with the
// barriers that would have ordered them and without.
#include "truth.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <bool HasBarrier> __global__ void reverse(int* values) {
  __shared__ int tile[128];
  tile[threadIdx.x] = values[threadIdx.x];
  if (HasBarrier)
    __syncthreads();
  values[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
CASE(racecheck, read_after_write_across_warps) {
  reverse<false><<<1, 128>>>(zeros<int>(128));
}
CASE(racecheck, read_after_write_within_warp) {
  reverse<false><<<1, 32>>>(zeros<int>(128));
}
CASE(clean, read_after_write_with_barrier) {
  reverse<true><<<1, 128>>>(zeros<int>(128));
}

template <bool HasBarrier> __global__ void shift(int* values) {
  __shared__ int tile[129];
  tile[threadIdx.x] = values[threadIdx.x];
  if (threadIdx.x == 0)
    tile[blockDim.x] = 0;
  __syncthreads();
  const int next = tile[threadIdx.x + 1];
  if (HasBarrier)
    __syncthreads();
  tile[threadIdx.x] = next + 1;
  __syncthreads();
  values[threadIdx.x] = tile[threadIdx.x];
}
CASE(racecheck, write_after_read_across_warps) {
  shift<false><<<1, 128>>>(zeros<int>(128));
}
CASE(racecheck, write_after_read_within_warp) {
  shift<false><<<1, 32>>>(zeros<int>(128));
}
CASE(clean, write_after_read_with_barrier) {
  shift<true><<<1, 128>>>(zeros<int>(128));
}

__global__ void writeOne(int* values, int divisor) {
  __shared__ int last;
  if (threadIdx.x % divisor == 0)
    last = threadIdx.x;
  __syncthreads();
  values[threadIdx.x] = last;
}
CASE(racecheck, write_after_write_across_warps) {
  writeOne<<<1, 128>>>(zeros<int>(128), 32);
}
CASE(racecheck, write_after_write_within_warp) {
  writeOne<<<1, 32>>>(zeros<int>(128), 1);
}
CASE(clean, one_writes) {
  writeOne<<<1, 128>>>(zeros<int>(128), 128);
}
__global__ void writeSame(int* values) {
  __shared__ int flag;
  flag = 7;
  __syncthreads();
  values[threadIdx.x] = flag;
}
CASE(racecheck, write_of_same_value) {
  writeSame<<<1, 128>>>(zeros<int>(128));
}
__global__ void readBeforeBroadcast(int* values) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = values[0] + 1;
  values[threadIdx.x] = total;
}
CASE(racecheck, broadcast_without_barrier) {
  readBeforeBroadcast<<<1, 64>>>(zeros<int>(64));
}

template <bool HasBarrier> __global__ void reduce(int* values) {
  __shared__ int sums[256];
  sums[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  for (int distance = blockDim.x / 2; distance > 0; distance /= 2) {
    if (threadIdx.x < distance)
      sums[threadIdx.x] += sums[threadIdx.x + distance];
    if (HasBarrier)
      __syncthreads();
  }
  values[threadIdx.x] = sums[0];
}
CASE(racecheck, reduction_without_barrier) {
  reduce<false><<<1, 256>>>(zeros<int>(256));
}
CASE(clean, reduction) {
  reduce<true><<<1, 256>>>(zeros<int>(256));
}

template <bool HasBarrier> __global__ void reduceInWarp(int* values) {
  __shared__ volatile int sums[64];
  sums[threadIdx.x] = values[threadIdx.x];
  sums[threadIdx.x + 32] = 0;
  __syncwarp();
  for (int distance = 16; distance > 0; distance /= 2) {
    const int sum = sums[threadIdx.x] + sums[threadIdx.x + distance];
    if (HasBarrier)
      __syncwarp();
    sums[threadIdx.x] = sum;
    if (HasBarrier)
      __syncwarp();
  }
  values[threadIdx.x] = sums[0];
}
CASE(racecheck, warp_reduction_without_syncwarp) {
  reduceInWarp<false><<<1, 32>>>(zeros<int>(32));
}
CASE(clean, warp_reduction) {
  reduceInWarp<true><<<1, 32>>>(zeros<int>(32));
}

__global__ void exchangeAcrossWarpsBySyncwarp(int* values) {
  __shared__ int tile[64];
  tile[threadIdx.x] = values[threadIdx.x];
  __syncwarp();
  values[threadIdx.x] = tile[63 - threadIdx.x];
}
CASE(racecheck, syncwarp_across_warps) {
  exchangeAcrossWarpsBySyncwarp<<<1, 64>>>(zeros<int>(64));
}
__global__ void exchangeInHalves(int* values, int distance) {
  __shared__ int tile[32];
  const unsigned mask = threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u;
  tile[threadIdx.x] = values[threadIdx.x];
  __syncwarp(mask);
  values[threadIdx.x] = tile[threadIdx.x ^ distance];
}
CASE(clean, syncwarp_of_halves) {
  exchangeInHalves<<<1, 32>>>(zeros<int>(32), 8);
}
CASE(racecheck, syncwarp_of_wrong_halves) {
  exchangeInHalves<<<1, 32>>>(zeros<int>(32), 16);
}

template <bool HasBarrier> __global__ void scan(int* values) {
  __shared__ int sums[64];
  sums[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  for (int distance = 1; distance < 64; distance *= 2) {
    const int before = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
    if (HasBarrier)
      __syncthreads();
    sums[threadIdx.x] += before;
    __syncthreads();
  }
  values[threadIdx.x] = sums[threadIdx.x];
}
CASE(racecheck, scan_with_one_barrier) {
  scan<false><<<1, 64>>>(zeros<int>(64));
}
CASE(clean, scan_with_two_barriers) {
  scan<true><<<1, 64>>>(zeros<int>(64));
}

template <bool HasBarrier>
__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float left[8][8], right[8][8];
  float sum = 0;
  for (int k = 0; k < n; k += 8) {
    left[threadIdx.y][threadIdx.x] = a[threadIdx.y * n + k + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * 8 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    if (HasBarrier)
      __syncthreads();
  }
  c[threadIdx.y * 8 + threadIdx.x] = sum;
}
CASE(racecheck, tiles_overwritten_too_early) {
  multiply<false>
      <<<1, dim3(8, 8)>>>(zeros<float>(8 * 32), zeros<float>(8 * 32), zeros<float>(64), 32);
}
CASE(clean, tiles) {
  multiply<true>
      <<<1, dim3(8, 8)>>>(zeros<float>(8 * 32), zeros<float>(8 * 32), zeros<float>(64), 32);
}

template <bool IsAtomic> __global__ void count(const int* values, int* result) {
  __shared__ int bins[4];
  if (threadIdx.x < 4)
    bins[threadIdx.x] = 0;
  __syncthreads();
  if (IsAtomic)
    atomicAdd(&bins[values[threadIdx.x]], 1);
  else
    bins[values[threadIdx.x]] += threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 4)
    result[threadIdx.x] = bins[threadIdx.x];
}
CASE(racecheck, histogram_without_atomics) {
  count<false><<<1, 64>>>(zeros<int>(64), zeros<int>(4));
}
CASE(clean, histogram) {
  count<true><<<1, 64>>>(zeros<int>(64), zeros<int>(4));
}
__global__ void readBesideAtomic(int* values) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  atomicAdd(&total, threadIdx.x);
  values[threadIdx.x] = total;
}
CASE(racecheck, read_beside_atomic) {
  readBesideAtomic<<<1, 64>>>(zeros<int>(64));
}
__global__ void initialiseBesideAtomic(int* values) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = 5;
  atomicAdd(&total, threadIdx.x);
  __syncthreads();
  values[threadIdx.x] = total;
}
CASE(racecheck, write_beside_atomic) {
  initialiseBesideAtomic<<<1, 64>>>(zeros<int>(64));
}

__global__ void writeBytes(int* values) {
  __shared__ unsigned char bytes[64];
  bytes[threadIdx.x] = threadIdx.x;
  __syncthreads();
  values[threadIdx.x] = bytes[63 - threadIdx.x];
}
CASE(clean, neighbouring_bytes) {
  writeBytes<<<1, 64>>>(zeros<int>(64));
}
__global__ void writeOverlapping(long long* values) {
  __shared__ __align__(8) int words[65];
  words[threadIdx.x] = threadIdx.x;
  values[threadIdx.x] = reinterpret_cast<long long*>(words)[threadIdx.x / 2];
}
CASE(racecheck, overlap_of_different_sizes) {
  writeOverlapping<<<1, 64>>>(zeros<long long>(64));
}
__global__ void writeVectors(int4* values) {
  __shared__ int words[132];
  const int base = threadIdx.x * 4;
  words[base + 3] = threadIdx.x;
  values[threadIdx.x] = *reinterpret_cast<int4*>(&words[base ^ 64]);
}
CASE(racecheck, vector_read) {
  writeVectors<<<1, 32>>>(zeros<int4>(32));
}
__global__ void useDynamic(int* values) {
  extern __shared__ int dynamic[];
  dynamic[threadIdx.x] = threadIdx.x;
  values[threadIdx.x] = dynamic[(threadIdx.x + 32) % 64];
}
CASE(racecheck, dynamic_shared_memory) {
  useDynamic<<<1, 64, 256>>>(zeros<int>(64));
}
__device__ __noinline__ void store(int* to, int value) {
  *to = value;
}
__global__ void storeByFunction(int* values) {
  __shared__ int tile[64];
  store(&tile[threadIdx.x], threadIdx.x);
  values[threadIdx.x] = tile[63 - threadIdx.x];
}
CASE(racecheck, write_in_function) {
  storeByFunction<<<1, 64>>>(zeros<int>(64));
}
__global__ void voteBetween(int* values) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  const int all = __syncthreads_count(values[threadIdx.x] == 0);
  values[threadIdx.x] = tile[63 - threadIdx.x] + all;
}
CASE(clean, counting_barrier) {
  voteBetween<<<1, 64>>>(zeros<int>(64));
}
__global__ void ballotBetween(int* values) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  const int all = __ballot_sync(~0u, values[threadIdx.x] == 0);
  values[threadIdx.x] = tile[31 - threadIdx.x] + all;
}
CASE(racecheck, ballot_between) {
  ballotBetween<<<1, 32>>>(zeros<int>(32));
}
__global__ void shuffleBetween(int* values) {
  __shared__ int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  const int other = __shfl_xor_sync(~0u, values[threadIdx.x], 1);
  values[threadIdx.x] = tile[31 - threadIdx.x] + other;
}
CASE(racecheck, shuffle_between) {
  shuffleBetween<<<1, 32>>>(zeros<int>(32));
}
__global__ void fenceBetween(int* values) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __threadfence_block();
  values[threadIdx.x] = tile[63 - threadIdx.x];
}
CASE(racecheck, fence_is_no_barrier) {
  fenceBetween<<<1, 64>>>(zeros<int>(64));
}

template <int Barrier> __global__ void namedBarriers(int* values) {
  __shared__ int tile[128];
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("barrier.sync %0, 64;" ::"r"(threadIdx.x / 64 + 1) : "memory");
  values[threadIdx.x] = tile[threadIdx.x ^ Barrier];
}
CASE(clean, named_barriers_of_halves) {
  namedBarriers<63><<<1, 128>>>(zeros<int>(128));
}
CASE(racecheck, named_barriers_of_wrong_halves) {
  namedBarriers<127><<<1, 128>>>(zeros<int>(128));
}
template <bool HasBarrier> __global__ void produce(int* values) {
  __shared__ int tile[32];
  if (threadIdx.x < 32) {
    tile[threadIdx.x] = threadIdx.x;
    if (HasBarrier)
      asm volatile("barrier.arrive 1, 64;" ::: "memory");
  } else {
    if (HasBarrier)
      asm volatile("barrier.sync 1, 64;" ::: "memory");
    values[threadIdx.x] = tile[63 - threadIdx.x];
  }
}
CASE(clean, producer_and_consumer) {
  produce<true><<<1, 64>>>(zeros<int>(64));
}
CASE(racecheck, producer_and_consumer_without_barrier) {
  produce<false><<<1, 64>>>(zeros<int>(64));
}

__global__ void syncBlockGroup(int* values) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  cg::this_thread_block().sync();
  values[threadIdx.x] = tile[63 - threadIdx.x];
}
CASE(clean, group_of_block) {
  syncBlockGroup<<<1, 64>>>(zeros<int>(64));
}
template <int Width> __global__ void syncTile(int* values) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  cg::tiled_partition<Width>(cg::this_thread_block()).sync();
  values[threadIdx.x] = tile[threadIdx.x ^ 16];
}
CASE(clean, group_of_warp) {
  syncTile<32><<<1, 64>>>(zeros<int>(64));
}
CASE(racecheck, group_too_small) {
  syncTile<16><<<1, 64>>>(zeros<int>(64));
}
__global__ void syncCoalesced(int* values) {
  __shared__ int tile[32];
  if (threadIdx.x % 2 == 0) {
    cg::coalesced_group group = cg::coalesced_threads();
    tile[threadIdx.x] = threadIdx.x;
    group.sync();
    values[threadIdx.x] = tile[30 - threadIdx.x];
  }
}
CASE(clean, group_of_coalesced) {
  syncCoalesced<<<1, 32>>>(zeros<int>(32));
}
__global__ void writeInBranches(int* values) {
  __shared__ int word;
  if (threadIdx.x < 16)
    word = 1;
  else
    word = 2;
  __syncthreads();
  values[threadIdx.x] = word;
}
CASE(racecheck, write_in_branches_of_warp) {
  writeInBranches<<<1, 32>>>(zeros<int>(32));
}
__global__ void transpose(int* values) {
  __shared__ int tile[16][17];
  tile[threadIdx.y][threadIdx.x] = values[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  values[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
CASE(clean, transposed_tile) {
  transpose<<<2, dim3(16, 16)>>>(zeros<int>(256));
}
