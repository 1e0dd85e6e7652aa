// Mistakes between the phases of a block's work: barriers that are missing between two uses of the
// same shared memory, that are met by some threads, or that are set up wrongly.
#include "truth.h"

#include <cooperative_groups.h>
#include <cuda_awbarrier_primitives.h>
#include <cuda_fp16.h>
#include <mma.h>

namespace cg = cooperative_groups;

__device__ float blockSum(float value) {
  __shared__ float sums[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffff, value, offset);
  if (lane == 0)
    sums[warp] = value;
  __syncthreads();
  float total = 0;
  for (int i = 0; i < blockDim.x / 32; ++i)
    total += sums[i];
  return total;
}
__global__ void meanAndVariance(const float* values, float* result) {
  const float value = values[threadIdx.x];
  const float mean = blockSum(value) / blockDim.x;
  const float variance = blockSum((value - mean) * (value - mean)) / blockDim.x;
  result[threadIdx.x] = variance;
}
CASE(racecheck, sums_in_turn_without_barrier) {
  meanAndVariance<<<1, 128>>>(zeros<float>(128), zeros<float>(128));
}
__global__ void oneSum(const float* values, float* result) {
  result[threadIdx.x] = blockSum(values[threadIdx.x]);
}
CASE(clean, one_sum) {
  oneSum<<<1, 128>>>(zeros<float>(128), zeros<float>(128));
}
__global__ void upSweep(int* values) {
  __shared__ int tree[64];
  const int t = threadIdx.x;
  tree[2 * t] = values[2 * t] + t;
  tree[2 * t + 1] = values[2 * t + 1] + t;
  for (int stride = 1; stride < 64; stride *= 2) {
    const int right = (t + 1) * 2 * stride - 1;
    if (right < 64)
      tree[right] += tree[right - stride];
  }
  values[t] = tree[t];
}
CASE(racecheck, sweep_without_barrier) {
  upSweep<<<1, 32>>>(zeros<int>(64));
}
__global__ void pingPong(const int* from, int* to) {
  __shared__ int buffers[2][64];
  const int t = threadIdx.x;
  buffers[0][t] = from[t];
  __syncthreads();
  for (int step = 0, in = 0; step < 4; ++step, in ^= 1)
    buffers[in ^ 1][t] = buffers[in][t] + buffers[in][(t + 32) % 64] + step;
  to[t] = buffers[0][t];
}
CASE(racecheck, two_buffers_without_barrier) {
  pingPong<<<1, 64>>>(zeros<int>(64), zeros<int>(64));
}
__global__ void shiftLeft(int* values) {
  __shared__ int row[64];
  const int t = threadIdx.x;
  row[t] = values[t] + t;
  __syncthreads();
  if (t < 63)
    row[t] = row[t + 1];
  __syncthreads();
  values[t] = row[t];
}
CASE(racecheck, shifted_left_in_place) {
  shiftLeft<<<1, 64>>>(zeros<int>(64));
}
__global__ void countInRounds(const int* values, int* counts, int rounds) {
  __shared__ int count;
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x == 0)
      count = round;
    __syncthreads();
    if (threadIdx.x == 32)
      counts[round] = count + values[round];
  }
}
CASE(racecheck, set_again_before_read) {
  countInRounds<<<1, 64>>>(zeros<int>(64), zeros<int>(4), 4);
}
__global__ void convolve(const float* image, float* result) {
  __shared__ float tile[10][10];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y + 1][x + 1] = image[y * 8 + x] + x;
  if (x == 0)
    tile[y + 1][0] = tile[y + 1][9] = 0;
  if (y == 0)
    tile[0][x + 1] = tile[9][x + 1] = 0;
  result[y * 8 + x] = tile[y][x + 1] + tile[y + 2][x + 1];
}
CASE(racecheck, image_tile_without_barrier) {
  convolve<<<1, dim3(8, 8)>>>(zeros<float>(64), zeros<float>(64));
}
__global__ void matrixWithoutBarrier(const half* values, float* result) {
  __shared__ half tile[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    tile[i] = values[i];
  if (threadIdx.x < 32) {
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> a;
    nvcuda::wmma::load_matrix_sync(a, tile, 16);
    result[threadIdx.x] = __half2float(a.x[0]);
  }
}
CASE(racecheck, matrix_without_barrier) {
  matrixWithoutBarrier<<<1, 64>>>(zeros<half>(256), zeros<float>(32));
}
__global__ void warpsWriteSlots(int* values) {
  __shared__ int slots[8];
  slots[threadIdx.x / 32] = values[threadIdx.x] + threadIdx.x;
  __syncthreads();
  values[threadIdx.x] = slots[threadIdx.x / 32];
}
CASE(racecheck, each_lane_writes_slot_of_warp) {
  warpsWriteSlots<<<1, 64>>>(zeros<int>(64));
}
__global__ void tileOfSixteen(int* values) {
  __shared__ int row[64];
  const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
  row[threadIdx.x] = values[threadIdx.x];
  tile.sync();
  values[threadIdx.x] = row[threadIdx.x ^ 16];
}
CASE(racecheck, tile_reads_of_other_tile) {
  tileOfSixteen<<<1, 64>>>(zeros<int>(64));
}
__global__ void lastThreadSums(const int* values, int* sum) {
  __shared__ int copies[96];
  copies[threadIdx.x] = values[threadIdx.x];
  if (threadIdx.x == 95) {
    int total = 0;
    for (int i = 0; i < 96; ++i)
      total += copies[i];
    *sum = total;
  }
}
CASE(racecheck, last_thread_sums_without_barrier) {
  lastThreadSums<<<1, 96>>>(zeros<int>(96), zeros<int>(1));
}
__global__ void sortInWarp(int* values) {
  __shared__ int row[32];
  const int t = threadIdx.x;
  row[t] = values[t] + 31 - t;
  for (int step = 0; step < 4; ++step) {
    const int left = 2 * t + step % 2;
    if (left + 1 < 32 && row[left] > row[left + 1]) {
      const int kept = row[left];
      row[left] = row[left + 1];
      row[left + 1] = kept;
    }
  }
  values[t] = row[t];
}
CASE(racecheck, sort_in_warp_without_barrier) {
  sortInWarp<<<1, 32>>>(zeros<int>(32));
}
__global__ void keyed(const int* keys, int* result) {
  __shared__ int owner[16];
  owner[keys[threadIdx.x]] = threadIdx.x;
  __syncthreads();
  result[threadIdx.x] = owner[keys[threadIdx.x]];
}
CASE(racecheck, two_threads_of_one_key) {
  int keys[64];
  for (int i = 0; i < 64; ++i)
    keys[i] = i % 16;
  int* given = zeros<int>(64);
  cudaMemcpy(given, keys, sizeof keys, cudaMemcpyHostToDevice);
  keyed<<<1, 64>>>(given, zeros<int>(64));
}
struct Pair {
  int first, second;
};
__global__ void membersOfOne(int* values) {
  __shared__ Pair pairs[32];
  if (threadIdx.x < 32)
    pairs[threadIdx.x].first = threadIdx.x;
  else
    pairs[threadIdx.x - 32].second = threadIdx.x;
  __syncthreads();
  values[threadIdx.x] = pairs[threadIdx.x / 2].first + pairs[threadIdx.x / 2].second;
}
CASE(clean, members_of_one_pair) {
  membersOfOne<<<1, 64>>>(zeros<int>(64));
}
__global__ void writtenBeforeWait(int* values) {
  __shared__ __mbarrier_t barrier;
  __shared__ int row[64];
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, blockDim.x);
  row[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  values[threadIdx.x] = row[63 - threadIdx.x];
  row[threadIdx.x] = 2;
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
}
CASE(racecheck, written_between_arrival_and_wait) {
  writtenBeforeWait<<<1, 64>>>(zeros<int>(64));
}
__global__ void tailReturns(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  values[i] = i;
  __syncthreads();
  values[i] += values[i ^ 1];
}
CASE(synccheck, tail_returns_before_barrier) {
  tailReturns<<<2, 64>>>(zeros<int>(128), 100);
}
__global__ void barrierBySwitch(int* values) {
  switch (threadIdx.x % 32) {
  case 0:
    values[0] = 1;
    __syncthreads();
    break;
  default:
    values[threadIdx.x] = 2;
    __syncthreads();
  }
}
CASE(synccheck, barrier_in_each_case) {
  barrierBySwitch<<<1, 64>>>(zeros<int>(64));
}
__global__ void barrierForFirstHalf(int* values, int limit) {
  if (threadIdx.x < limit) {
    values[threadIdx.x] += 1;
    __syncthreads();
    values[threadIdx.x] += values[limit - 1 - threadIdx.x];
  }
}
CASE(synccheck, barrier_for_part_of_second_warp) {
  barrierForFirstHalf<<<1, 64>>>(zeros<int>(64), 48);
}
CASE(synccheck, barrier_for_few_threads) {
  barrierForFirstHalf<<<1, 32>>>(zeros<int>(64), 10);
}
__global__ void countingForSome(int* values) {
  int some = 0;
  if (threadIdx.x & 1)
    some = __syncthreads_count(values[threadIdx.x] == 0);
  values[threadIdx.x] = some;
}
CASE(synccheck, counting_barrier_for_odd_threads) {
  countingForSome<<<1, 64>>>(zeros<int>(64));
}
__global__ void warpBarrierOfWrongHalf(int* values) {
  if (threadIdx.x % 32 < 16)
    __syncwarp(0xffff0000);
  values[threadIdx.x] = 1;
}
CASE(synccheck, warp_barrier_with_mask_of_other_half) {
  warpBarrierOfWrongHalf<<<1, 32>>>(zeros<int>(32));
}
__global__ void warpBarrierOfOneOther(int* values) {
  const unsigned mask = __ballot_sync(0xffffffff, threadIdx.x < 20);
  if (threadIdx.x <= 20) {
    values[threadIdx.x] = 1;
    __syncwarp(mask);
  }
}
CASE(synccheck, one_thread_more_than_mask) {
  warpBarrierOfOneOther<<<1, 32>>>(zeros<int>(32));
}
__global__ void arriveTooOften(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, 4);
  __syncthreads();
  if (threadIdx.x < 16)
    __mbarrier_arrive(&barrier);
  values[threadIdx.x] = 1;
}
CASE(synccheck, sixteen_arrive_where_four_may) {
  arriveTooOften<<<1, 32>>>(zeros<int>(32));
}
__global__ void arriveAtCopy(int* values) {
  __shared__ __mbarrier_t barriers[2];
  if (threadIdx.x == 0)
    __mbarrier_init(&barriers[0], 32);
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&barriers[1]);
  values[threadIdx.x] = static_cast<int>(token);
}
CASE(synccheck, second_barrier_not_initialised) {
  arriveAtCopy<<<1, 32>>>(zeros<int>(32));
}
__global__ void gridSync(int* values) {
  values[threadIdx.x] = 1;
  cg::this_grid().sync();
  values[threadIdx.x] = 2;
}
CASE(synccheck, grid_barrier_in_plain_launch) {
  gridSync<<<2, 32>>>(zeros<int>(32));
}
__global__ void blockSyncInBranch(int* values, int limit) {
  const cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() < limit) {
    values[block.thread_rank()] = 1;
    block.sync();
  }
  values[block.thread_rank()] += 1;
}
CASE(synccheck, block_group_in_branch) {
  blockSyncInBranch<<<1, 64>>>(zeros<int>(64), 40);
}
__global__ void arriveOnly(int* values) {
  asm volatile("bar.arrive 3, 128;" ::: "memory");
  values[threadIdx.x] = 1;
}
CASE(synccheck, arrival_at_named_barrier_alone) {
  arriveOnly<<<1, 64>>>(zeros<int>(64));
}
__global__ void loopOfLanes(int* values) {
  for (int i = 0; i <= (threadIdx.x & 3); ++i) {
    values[threadIdx.x] += i;
    __syncthreads();
  }
}
CASE(synccheck, loop_as_long_as_lane_says) {
  loopOfLanes<<<1, 64>>>(zeros<int>(64));
}
