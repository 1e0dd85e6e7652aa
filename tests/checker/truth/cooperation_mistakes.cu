// Mistakes in programs whose threads work together: reductions, scans, stencils, queues and
// pipelines in shared memory, with barriers forgotten or met by some threads only.
#include "truth.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void sumTree(const float* values, float* sums) {
  extern __shared__ float partial[];
  const int t = threadIdx.x;
  partial[t] = values[blockIdx.x * blockDim.x + t];
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    if (t % (2 * stride) == 0)
      partial[t] += partial[t + stride];
  }
  if (t == 0)
    sums[blockIdx.x] = partial[0];
}
CASE(clean, tree_with_barrier_first) {
  sumTree<<<2, 128, 128 * sizeof(float)>>>(zeros<float>(256), zeros<float>(2));
}
__global__ void sumTreeLast(const float* values, float* sums) {
  extern __shared__ float partial[];
  const int t = threadIdx.x;
  partial[t] = values[blockIdx.x * blockDim.x + t];
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride)
      partial[t] += partial[t + stride];
    __syncthreads();
  }
  if (t == 0)
    sums[blockIdx.x] = partial[0];
}
CASE(racecheck, tree_without_first_barrier) {
  sumTreeLast<<<1, 128, 128 * sizeof(float)>>>(zeros<float>(128), zeros<float>(1));
}
__global__ void sumUnrolled(const float* values, float* sums) {
  __shared__ float partial[128];
  const int t = threadIdx.x;
  partial[t] = values[t];
  __syncthreads();
  if (t < 64)
    partial[t] += partial[t + 64];
  if (t < 32) {
    volatile float* own = partial;
    own[t] += own[t + 32];
    own[t] += own[t + 16];
  }
  if (t == 0)
    sums[0] = partial[0];
}
CASE(racecheck, unrolled_tree_without_barrier) {
  sumUnrolled<<<1, 128>>>(zeros<float>(128), zeros<float>(1));
}
__global__ void heat(const float* from, float* to, int n) {
  __shared__ float tile[66];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 1;
  tile[t] = from[i];
  if (threadIdx.x == 0)
    tile[0] = i > 0 ? from[i - 1] : 0;
  if (threadIdx.x == blockDim.x - 1)
    tile[t + 1] = i + 1 < n ? from[i + 1] : 0;
  to[i] = 0.5f * tile[t] + 0.25f * (tile[t - 1] + tile[t + 1]);
}
CASE(racecheck, stencil_without_barrier) {
  heat<<<2, 64>>>(zeros<float>(128), zeros<float>(128), 128);
}
__global__ void heatSteps(float* values, int steps) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  tile[t] = values[t];
  __syncthreads();
  for (int i = 0; i < steps; ++i) {
    float next = tile[t];
    if (t > 0 && t < 63)
      next = (tile[t - 1] + tile[t + 1]) / 2;
    tile[t] = next;
    __syncthreads();
  }
  values[t] = tile[t];
}
CASE(racecheck, steps_in_place) {
  heatSteps<<<1, 64>>>(zeros<float>(64), 4);
}
__global__ void transposeTile(const int* from, int* to) {
  __shared__ int tile[32][33];
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = from[(threadIdx.y + j) * 32 + threadIdx.x];
  for (int j = 0; j < 32; j += 8)
    to[(threadIdx.y + j) * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + j];
}
CASE(racecheck, transposition_by_rows_without_barrier) {
  transposeTile<<<1, dim3(32, 8)>>>(zeros<int>(1024), zeros<int>(1024));
}
__global__ void scanInPlace(int* values) {
  __shared__ int own[128];
  const int t = threadIdx.x;
  own[t] = values[t];
  __syncthreads();
  for (int offset = 1; offset < 128; offset *= 2) {
    if (t >= offset)
      own[t] += own[t - offset];
    __syncthreads();
  }
  values[t] = own[t];
}
CASE(racecheck, scan_in_place) {
  scanInPlace<<<1, 128>>>(zeros<int>(128));
}
__global__ void histogram(const unsigned char* values, int* bins, int n) {
  __shared__ int own[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    own[i] = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&own[values[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&bins[i], own[i]);
}
CASE(racecheck, bins_cleared_without_barrier) {
  histogram<<<1, 64>>>(zeros<unsigned char>(256), zeros<int>(256), 256);
}
__global__ void histogramRead(const unsigned char* values, int* bins) {
  __shared__ int own[32];
  if (threadIdx.x < 32)
    own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[values[threadIdx.x]], 1);
  if (threadIdx.x < 32)
    bins[threadIdx.x] = own[threadIdx.x];
}
CASE(racecheck, bins_read_without_barrier) {
  histogramRead<<<1, 128>>>(zeros<unsigned char>(128), zeros<int>(32));
}
__global__ void compact(const int* values, int* kept, int* count) {
  __shared__ int size, items[128];
  if (threadIdx.x == 0)
    size = 0;
  __syncthreads();
  if (values[threadIdx.x] == 0)
    items[atomicAdd(&size, 1)] = threadIdx.x;
  if (threadIdx.x < size)
    kept[threadIdx.x] = items[size - 1 - threadIdx.x];
  if (threadIdx.x == 0)
    *count = size;
}
CASE(racecheck, queue_read_without_barrier) {
  compact<<<1, 64>>>(zeros<int>(64), zeros<int>(128), zeros<int>(1));
}
__global__ void overlapping(int* values) {
  extern __shared__ int memory[];
  int* keys = memory;
  int* ranks = memory + 32;
  keys[threadIdx.x] = threadIdx.x;
  ranks[threadIdx.x] = 2 * threadIdx.x;
  __syncthreads();
  values[threadIdx.x] = keys[threadIdx.x] + ranks[threadIdx.x];
}
CASE(racecheck, dynamic_arrays_overlap) {
  overlapping<<<1, 64, 128 * sizeof(int)>>>(zeros<int>(64));
}
__global__ void bytesOfFlags(int* values) {
  __shared__ unsigned char flags[64];
  flags[threadIdx.x] = values[threadIdx.x] == 0;
  int count = 0;
  for (int i = 0; i < 64; ++i)
    count += flags[i];
  values[threadIdx.x] = count;
}
CASE(racecheck, byte_flags_without_barrier) {
  bytesOfFlags<<<1, 64>>>(zeros<int>(64));
}
__global__ void bitOr(int* values) {
  __shared__ unsigned bits;
  if (threadIdx.x == 0)
    bits = 0;
  __syncthreads();
  bits |= 1u << (threadIdx.x % 32);
  __syncthreads();
  values[threadIdx.x] = bits;
}
CASE(racecheck, bits_without_atomic) {
  bitOr<<<1, 64>>>(zeros<int>(64));
}
__global__ void largest(const float* values, float* result) {
  __shared__ float best;
  if (threadIdx.x == 0)
    best = values[0];
  __syncthreads();
  if (values[threadIdx.x] >= best)
    best = values[threadIdx.x] + threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    *result = best;
}
CASE(racecheck, maximum_without_atomic) {
  largest<<<1, 64>>>(zeros<float>(64), zeros<float>(1));
}
__global__ void warpSums(const int* values, int* result) {
  __shared__ int sums[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int value = __reduce_add_sync(~0u, values[threadIdx.x]);
  if (lane == 0)
    sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = lane < blockDim.x / 32 ? sums[lane] : 0;
    sums[lane] = value;
    value += sums[lane ^ 1];
    if (lane == 0)
      *result = value;
  }
}
CASE(racecheck, exchange_in_warp_by_shared_memory) {
  warpSums<<<1, 128>>>(zeros<int>(128), zeros<int>(1));
}
__global__ void groupReduction(const int* values, int* result) {
  __shared__ int sums[4];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  const int sum = cg::reduce(tile, values[threadIdx.x], cg::plus<int>());
  if (tile.thread_rank() == 0)
    sums[tile.meta_group_rank()] = sum;
  block.sync();
  if (block.thread_rank() == 0)
    *result = sums[0] + sums[1] + sums[2] + sums[3];
}
CASE(clean, sum_of_group) {
  groupReduction<<<1, 128>>>(zeros<int>(128), zeros<int>(1));
}
__global__ void prefetch(const float* from, float* to, int n) {
  __shared__ float tiles[2][64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tiles[0][t], &from[t], sizeof(float));
  __pipeline_commit();
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n)
      __pipeline_memcpy_async(&tiles[(i + 1) % 2][t], &from[(i + 1) * 64 + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    sum += tiles[i % 2][63 - t];
  }
  to[t] = sum;
}
CASE(racecheck, pipeline_without_barrier) {
  prefetch<<<1, 64>>>(zeros<float>(256), zeros<float>(64), 4);
}
__global__ void writeBehindArrival(int* values) {
  __shared__ __mbarrier_t barrier;
  __shared__ int tile[64];
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, blockDim.x);
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  tile[threadIdx.x] = threadIdx.x;
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  values[threadIdx.x] = tile[63 - threadIdx.x];
}
CASE(racecheck, write_behind_arrival) {
  writeBehindArrival<<<1, 64>>>(zeros<int>(64));
}
__global__ void sharedStruct(int* values) {
  __shared__ struct {
    int count;
    float total[32];
  } state;
  if (threadIdx.x == 0)
    state.count = 3;
  state.total[threadIdx.x % 32] = threadIdx.x / 32;
  __syncthreads();
  values[threadIdx.x] = state.count + state.total[threadIdx.x % 32];
}
CASE(racecheck, two_warps_write_one_array) {
  sharedStruct<<<1, 64>>>(zeros<int>(64));
}
__global__ void cubeTile(int* values) {
  __shared__ int tile[4][4][4];
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  tile[z][y][x] = x + y + z;
  values[(z * 4 + y) * 4 + x] = tile[x][y][z];
}
CASE(racecheck, cube_transposed_without_barrier) {
  cubeTile<<<1, dim3(4, 4, 4)>>>(zeros<int>(64));
}
__device__ __noinline__ void clear(int* tile, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    tile[i] = 0;
}
__device__ __forceinline__ int total(const int* tile, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += tile[i];
  return sum;
}
__global__ void inFunctions(int* values) {
  __shared__ int tile[64];
  clear(tile, 64);
  values[threadIdx.x] = total(tile, 64);
}
CASE(racecheck, cleared_in_function_read_in_other) {
  inFunctions<<<1, 64>>>(zeros<int>(64));
}
__global__ void lastBlock(const int* values, int* sums, unsigned* arrived, int* result) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = values[blockIdx.x];
    __threadfence();
    isLast = atomicAdd(arrived, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0)
    for (int i = 0; i < gridDim.x; ++i)
      *result += sums[i];
}
CASE(clean, last_block) {
  lastBlock<<<4, 64>>>(zeros<int>(4), zeros<int>(4), zeros<unsigned>(1), zeros<int>(1));
}

__global__ void guarded(const int* from, int* to, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    tile[threadIdx.x] = from[i];
    __syncthreads();
    to[i] = tile[threadIdx.x ^ 1];
  }
}
CASE(synccheck, barrier_inside_bounds_check) {
  guarded<<<2, 64>>>(zeros<int>(128), zeros<int>(128), 104);
}
CASE(synccheck, barrier_inside_bounds_check_of_warps) {
  guarded<<<2, 64>>>(zeros<int>(128), zeros<int>(128), 96);
}
__global__ void reduceGuarded(int* values) {
  __shared__ int sums[64];
  const int t = threadIdx.x;
  sums[t] = values[t];
  __syncthreads();
  for (int stride = 32; stride > 0; stride /= 2)
    if (t < stride) {
      sums[t] += sums[t + stride];
      __syncthreads();
    }
  values[t] = sums[0];
}
CASE(synccheck, barrier_inside_reduction_step) {
  reduceGuarded<<<1, 64>>>(zeros<int>(64));
}
__global__ void byCase(int* values) {
  switch (threadIdx.x % 4) {
  case 0:
    values[threadIdx.x] = 1;
    break;
  case 1:
    __syncthreads();
    values[threadIdx.x] = 2;
    break;
  default:
    values[threadIdx.x] = 3;
  }
}
CASE(synccheck, barrier_in_case) {
  byCase<<<1, 64>>>(zeros<int>(64));
}
__global__ void breaksOut(const int* values, int* result) {
  int sum = 0;
  for (int i = 0; i < 8; ++i) {
    if (values[threadIdx.x] == i)
      break;
    sum += i;
    __syncthreads();
  }
  result[threadIdx.x] = sum;
}
CASE(synccheck, barrier_behind_break) {
  int limits[32];
  for (int i = 0; i < 32; ++i)
    limits[i] = i < 16 ? 3 : 6;
  int* given = zeros<int>(32);
  cudaMemcpy(given, limits, sizeof limits, cudaMemcpyHostToDevice);
  breaksOut<<<1, 32>>>(given, zeros<int>(32));
}
__global__ void gridStride(const int* values, int* sums, int n) {
  __shared__ int tile[64];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    tile[threadIdx.x] = values[i];
    __syncthreads();
    sums[i] = tile[threadIdx.x / 2];
    __syncthreads();
  }
}
CASE(synccheck, barrier_in_grid_stride_loop) {
  gridStride<<<1, 64>>>(zeros<int>(100), zeros<int>(100), 100);
}
CASE(clean, barrier_in_even_grid_stride_loop) {
  gridStride<<<1, 64>>>(zeros<int>(128), zeros<int>(128), 128);
}
__global__ void sumOfSome(const int* values, int* result, int n) {
  if (threadIdx.x < n) {
    int value = values[threadIdx.x];
    for (int offset = 16; offset > 0; offset /= 2)
      value += __shfl_down_sync(0xffffffffu, value, offset);
    result[threadIdx.x] = value;
  }
}
CASE(synccheck, full_mask_in_branch) {
  sumOfSome<<<1, 32>>>(zeros<int>(32), zeros<int>(32), 20);
}
__global__ void maskOfActive(const int* values, int* result) {
  if (values[threadIdx.x] == 0 && threadIdx.x % 3 == 0) {
    const unsigned mask = __activemask();
    result[threadIdx.x] = __popc(__ballot_sync(mask, true));
  }
}
CASE(clean, mask_of_active_threads) {
  maskOfActive<<<1, 32>>>(zeros<int>(32), zeros<int>(32));
}
__global__ void laneMask(int* values) {
  const unsigned lane = threadIdx.x % 32;
  values[threadIdx.x] = __any_sync(1u << (lane ^ 1), values[threadIdx.x]);
}
CASE(synccheck, mask_of_neighbour) {
  laneMask<<<1, 32>>>(zeros<int>(32));
}
__global__ void tooManyArrivals(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, 16);
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  values[threadIdx.x] = 1;
}
CASE(synccheck, more_arrivals_than_expected) {
  tooManyArrivals<<<1, 32>>>(zeros<int>(32));
}
__global__ void initWithoutBarrier(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 32)
    __mbarrier_init(&barrier, 64);
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  __syncthreads();
  values[threadIdx.x] = token != 0;
}
CASE(synccheck, arrival_before_init) {
  initWithoutBarrier<<<1, 64>>>(zeros<int>(64));
}
__global__ void groupOfSome(int* values) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (values[threadIdx.x] == 0 && tile.thread_rank() < 8)
    values[threadIdx.x] = tile.any(threadIdx.x == 3);
}
CASE(synccheck, vote_of_tile_by_some) {
  groupOfSome<<<1, 64>>>(zeros<int>(64));
}
__global__ void partition(int* values) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto group = cg::binary_partition(warp, threadIdx.x % 2 == 0);
  group.sync();
  values[threadIdx.x] = cg::reduce(group, 1, cg::plus<int>());
}
CASE(clean, groups_of_even_and_odd) {
  partition<<<1, 64>>>(zeros<int>(64));
}
