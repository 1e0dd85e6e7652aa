// Mistakes that people make with shared memory in the kernels of textbooks.
#include "truth.h"

#include <cooperative_groups.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

enum Omitted { Nothing, First, Second };

template <Omitted What> __global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float left[8][8], right[8][8];
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < n; t += 8) {
    left[threadIdx.y][threadIdx.x] = a[y * n + t + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + x];
    if (What != First)
      __syncthreads();
    for (int k = 0; k < 8; ++k)
      sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    if (What != Second)
      __syncthreads();
  }
  c[y * n + x] = sum;
}
CASE(clean, product) {
  multiply<Nothing>
      <<<dim3(2, 2), dim3(8, 8)>>>(zeros<float>(256), zeros<float>(256), zeros<float>(256), 16);
}
CASE(racecheck, product_without_first_barrier) {
  multiply<First>
      <<<dim3(2, 2), dim3(8, 8)>>>(zeros<float>(256), zeros<float>(256), zeros<float>(256), 16);
}
CASE(racecheck, product_without_second_barrier) {
  multiply<Second>
      <<<dim3(2, 2), dim3(8, 8)>>>(zeros<float>(256), zeros<float>(256), zeros<float>(256), 16);
}
__global__ void counter(int* result) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  count = count + 1;
  __syncthreads();
  if (threadIdx.x == 0)
    *result = count;
}
CASE(racecheck, counter_without_atomic) {
  counter<<<1, 64>>>(zeros<int>(1));
}
__global__ void noInitBarrier(int* result) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    *result = count;
}
CASE(racecheck, counter_used_before_barrier) {
  noInitBarrier<<<1, 64>>>(zeros<int>(1));
}
__global__ void broadcast(const int* from, int* to) {
  __shared__ int value;
  if (threadIdx.x == 0)
    value = from[blockIdx.x];
  to[threadIdx.x] = value;
}
CASE(racecheck, value_of_first_thread_without_barrier) {
  broadcast<<<1, 128>>>(zeros<int>(1), zeros<int>(128));
}
CASE(racecheck, value_of_first_lane_without_barrier) {
  broadcast<<<1, 32>>>(zeros<int>(1), zeros<int>(128));
}
__global__ void loopBroadcast(const int* from, int* to, int n) {
  __shared__ int value;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0)
      value = from[i];
    __syncthreads();
    sum += value;
  }
  to[threadIdx.x] = sum;
}
CASE(racecheck, value_of_next_round_too_early) {
  loopBroadcast<<<1, 64>>>(zeros<int>(8), zeros<int>(64), 8);
}
__global__ void lastWarp(const int* from, int* to) {
  __shared__ int sums[64];
  const int i = threadIdx.x;
  sums[i] = from[i];
  __syncthreads();
  if (i < 32) {
    sums[i] += sums[i + 32];
    sums[i] += sums[i + 16];
    sums[i] += sums[i + 8];
  }
  if (i == 0)
    *to = sums[0];
}
CASE(racecheck, last_warp_without_syncwarp) {
  lastWarp<<<1, 64>>>(zeros<int>(64), zeros<int>(1));
}
template <bool HasBarrier> __global__ void bitonic(int* values) {
  __shared__ int own[64];
  const int i = threadIdx.x;
  own[i] = values[i];
  __syncthreads();
  for (int size = 2; size <= 64; size *= 2)
    for (int stride = size / 2; stride > 0; stride /= 2) {
      const int other = i ^ stride;
      if (other > i) {
        const int a = own[i], b = own[other];
        if ((a > b) == ((i & size) == 0)) {
          own[i] = b;
          own[other] = a;
        }
      }
      if (HasBarrier)
        __syncthreads();
    }
  values[i] = own[i];
}
CASE(clean, sort) {
  bitonic<true><<<1, 64>>>(zeros<int>(64));
}
__global__ void shift(int* values) {
  __shared__ int own[65];
  own[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  own[threadIdx.x + 1] = own[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = own[threadIdx.x];
}
CASE(racecheck, shifted_in_place) {
  shift<<<1, 64>>>(zeros<int>(64));
}
__global__ void matrix(int* values) {
  __shared__ int tile[8][9];
  tile[threadIdx.y][threadIdx.x] = threadIdx.x;
  values[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
CASE(racecheck, transposed_tile_without_barrier) {
  matrix<<<1, dim3(8, 8)>>>(zeros<int>(64));
}
struct Pair {
  int key;
  float value;
};
__global__ void structs(Pair* values) {
  __shared__ Pair best;
  if (values[threadIdx.x].key >= 0)
    best.key = threadIdx.x;
  __syncthreads();
  values[threadIdx.x].key = best.key;
}
CASE(racecheck, member_written_by_all) {
  structs<<<1, 64>>>(zeros<Pair>(64));
}
__global__ void mixed(int* values) {
  __shared__ union {
    int words[32];
    char bytes[128];
  } both;
  both.words[threadIdx.x] = 0;
  both.bytes[threadIdx.x] = threadIdx.x;
  __syncwarp();
  values[threadIdx.x] = both.words[threadIdx.x];
}
CASE(racecheck, bytes_over_words) {
  mixed<<<1, 32>>>(zeros<int>(32));
}
__device__ __noinline__ void store(int* at, int value) {
  *at = value;
}
__device__ __noinline__ int fetch(const int* at) {
  return *at;
}
__global__ void byPointer(int* values) {
  __shared__ int tile[64];
  store(&tile[threadIdx.x], threadIdx.x);
  values[threadIdx.x] = fetch(&tile[63 - threadIdx.x]);
}
CASE(racecheck, functions_with_pointers) {
  byPointer<<<1, 64>>>(zeros<int>(64));
}
__global__ void choose(int* values, int n) {
  __shared__ int one[64], two[64];
  int* tile = n ? one : two;
  tile[threadIdx.x] = threadIdx.x;
  values[threadIdx.x] = tile[63 - threadIdx.x];
}
CASE(racecheck, one_of_two_tiles) {
  choose<<<1, 64>>>(zeros<int>(64), 1);
}
__global__ void doubleBuffered(const int* from, int* to, int n) {
  __shared__ int tiles[2][64];
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    tiles[i % 2][threadIdx.x] = from[i * 64 + threadIdx.x];
    __syncthreads();
    sum += tiles[i % 2][63 - threadIdx.x];
  }
  to[threadIdx.x] = sum;
}
CASE(clean, double_buffer_with_one_barrier) {
  doubleBuffered<<<1, 64>>>(zeros<int>(512), zeros<int>(64), 8);
}
__global__ void tiles(int* values) {
  __shared__ int own[64];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  own[threadIdx.x] = threadIdx.x;
  tile.sync();
  values[threadIdx.x] = own[threadIdx.x ^ 8];
}
CASE(clean, tile_within) {
  tiles<<<1, 64>>>(zeros<int>(64));
}
__global__ void tilesAcross(int* values) {
  __shared__ int own[64];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  own[threadIdx.x] = threadIdx.x;
  tile.sync();
  values[threadIdx.x] = own[threadIdx.x ^ 16];
}
CASE(racecheck, tile_across) {
  tilesAcross<<<1, 64>>>(zeros<int>(64));
}
__global__ void asyncTwice(const int* from, int* to) {
  __shared__ int tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &from[threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  const int value = tile[63 - threadIdx.x];
  __pipeline_memcpy_async(&tile[threadIdx.x], &from[64 + threadIdx.x], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  to[threadIdx.x] = value + tile[63 - threadIdx.x];
}
CASE(racecheck, tile_copied_over_while_read) {
  asyncTwice<<<1, 64>>>(zeros<int>(128), zeros<int>(64));
}
__global__ void asyncOwnOverwritten(const int* from, int* to) {
  __shared__ int tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &from[threadIdx.x], 4);
  __pipeline_commit();
  tile[threadIdx.x] = 5;
  __pipeline_wait_prior(0);
  to[threadIdx.x] = tile[threadIdx.x];
}
CASE(racecheck, copy_and_store_of_one_thread) {
  asyncOwnOverwritten<<<1, 32>>>(zeros<int>(32), zeros<int>(32));
}
__global__ void asyncSixteen(const int4* from, int4* to) {
  __shared__ int4 tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &from[threadIdx.x], 16);
  __pipeline_commit();
  __syncthreads();
  to[threadIdx.x] = tile[31 - threadIdx.x];
}
CASE(racecheck, wide_copy_without_wait) {
  asyncSixteen<<<1, 32>>>(zeros<int4>(32), zeros<int4>(32));
}
__global__ void volatileFlag(int* values) {
  __shared__ volatile int flag;
  __shared__ int data;
  if (threadIdx.x == 0) {
    flag = 0;
    data = 0;
  }
  __syncthreads();
  if (threadIdx.x == 32) {
    data = 7;
    __threadfence_block();
    flag = 1;
  }
  if (threadIdx.x == 0) {
    while (flag == 0) {
    }
    values[0] = data;
  }
}
CASE(racecheck, flag_in_shared_memory) {
  volatileFlag<<<1, 64>>>(zeros<int>(1));
}
__global__ void exchangeLock(int* values) {
  __shared__ int lock, total;
  if (threadIdx.x == 0)
    lock = total = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence_block();
    total = total + 1;
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  values[threadIdx.x] = total;
}
CASE(clean, lock_in_shared_memory) {
  exchangeLock<<<1, 64>>>(zeros<int>(64));
}
__global__ void sameWord(int* values) {
  __shared__ int word;
  word = threadIdx.x / 32;
  __syncthreads();
  values[threadIdx.x] = word;
}
CASE(racecheck, one_value_per_warp) {
  sameWord<<<1, 64>>>(zeros<int>(64));
}
__global__ void shuffled(int* values) {
  __shared__ int sums[2];
  int value = values[threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(~0u, value, offset);
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = value;
  if (threadIdx.x == 0)
    values[0] = sums[0] + sums[1];
}
CASE(racecheck, sums_of_warps_without_barrier) {
  shuffled<<<1, 64>>>(zeros<int>(64));
}
