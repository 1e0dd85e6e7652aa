// Mistakes with what came with clusters: shared memory of other blocks, barriers of a cluster, and
// bulk copies that a barrier counts; and with matrices, storage and atomics in shared memory.
#include "truth.h"

#include <cooperative_groups.h>
#include <cstdint>
#include <cuda_fp16.h>
#include <mma.h>

namespace cg = cooperative_groups;

__device__ unsigned addressOf(const void* shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}
__device__ void initBarrier(std::uint64_t* barrier, unsigned count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(addressOf(barrier)), "r"(count)
               : "memory");
}
__device__ void expectBytes(std::uint64_t* barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(addressOf(barrier)),
               "r"(bytes)
               : "memory");
}
__device__ void waitFor(std::uint64_t* barrier, unsigned parity) {
  unsigned isDone = 0;
  while (!isDone)
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(isDone)
        : "r"(addressOf(barrier)), "r"(parity)
        : "memory");
}
#define COPY_IN_BULK                                                                               \
  "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
#define COPY_OUT_IN_BULK "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
__device__ void copyInBulk(void* shared, const void* global, unsigned bytes,
                           std::uint64_t* barrier) {
  const unsigned to = addressOf(shared), at = addressOf(barrier);
  asm volatile(COPY_IN_BULK ::"r"(to), "l"(global), "r"(bytes), "r"(at) : "memory");
}
__device__ void copyOutInBulk(void* global, const void* shared, unsigned bytes) {
  const unsigned from = addressOf(shared);
  asm volatile(COPY_OUT_IN_BULK ::"l"(global), "r"(from), "r"(bytes) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// Shared memory of other blocks.
__global__ void __cluster_dims__(2) readOfOther(int* result, int index) {
  __shared__ int values[64];
  cg::cluster_group cluster = cg::this_cluster();
  values[threadIdx.x] = threadIdx.x;
  cluster.sync();
  const int* other = cluster.map_shared_rank(values, cluster.block_rank() ^ 1);
  result[blockIdx.x * 64 + threadIdx.x] = other[threadIdx.x + index];
  cluster.sync();
}
CASE(clean, other_block_read) {
  readOfOther<<<2, 64>>>(zeros<int>(128), 0);
}
CASE(memcheck, other_block_read_far_behind) {
  readOfOther<<<2, 64>>>(zeros<int>(128), 100000);
}
__global__ void __cluster_dims__(2) writeToOther(int* result, int index) {
  __shared__ int values[64];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  int* other = cluster.map_shared_rank(values, cluster.block_rank() ^ 1);
  other[threadIdx.x + index] = threadIdx.x;
  cluster.sync();
  result[blockIdx.x * 64 + threadIdx.x] = values[threadIdx.x];
}
CASE(clean, other_block_written) {
  writeToOther<<<2, 64>>>(zeros<int>(128), 0);
}
CASE(memcheck, other_block_written_far_behind) {
  writeToOther<<<2, 64>>>(zeros<int>(128), 100000);
}
__global__ void __cluster_dims__(2) bins(const int* keys, int* result) {
  __shared__ int counts[32];
  cg::cluster_group cluster = cg::this_cluster();
  counts[threadIdx.x] = 0;
  cluster.sync();
  const int key = keys[blockIdx.x * 32 + threadIdx.x] + threadIdx.x;
  atomicAdd(cluster.map_shared_rank(&counts[key / 2], key % 2), 1);
  cluster.sync();
  result[blockIdx.x * 32 + threadIdx.x] = counts[threadIdx.x];
}
CASE(clean, bins_over_cluster) {
  bins<<<2, 32>>>(zeros<int>(64), zeros<int>(64));
}
__global__ void __cluster_dims__(2) resultBehindCluster(int* result) {
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  result[cluster.thread_rank() + 1] = 1;
}
CASE(memcheck, cluster_writes_behind) {
  resultBehindCluster<<<2, 32>>>(zeros<int>(64));
}
CASE(memcheck, grid_no_multiple_of_cluster) {
  resultBehindCluster<<<3, 32>>>(zeros<int>(128));
}

// Races where a barrier of the cluster stands for that of the block, or should.
__global__ void __cluster_dims__(2) reversedBehindCluster(int* result, bool isMet) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  if (isMet)
    cg::this_cluster().sync();
  result[blockIdx.x * 64 + threadIdx.x] = values[63 - threadIdx.x];
}
CASE(clean, cluster_barrier_between) {
  reversedBehindCluster<<<2, 64>>>(zeros<int>(128), true);
}
CASE(racecheck, no_cluster_barrier_between) {
  reversedBehindCluster<<<2, 64>>>(zeros<int>(128), false);
}
__global__ void __cluster_dims__(2) writtenTooEarly(int* result) {
  __shared__ int values[64];
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  values[threadIdx.x] = threadIdx.x;
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  result[blockIdx.x * 64 + threadIdx.x] = values[63 - threadIdx.x];
}
CASE(racecheck, written_between_arrival_and_wait_of_cluster) {
  writtenTooEarly<<<2, 64>>>(zeros<int>(128));
}

// Bulk copies.
__global__ void tileInBulk(const float* from, float* result, unsigned bytes, int offset,
                           bool isWaitedFor) {
  __shared__ alignas(128) float tile[256];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0) {
    initBarrier(&barrier, 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    expectBytes(&barrier, bytes);
    copyInBulk(tile, from + offset, bytes, &barrier);
  }
  if (isWaitedFor)
    waitFor(&barrier, 0);
  result[threadIdx.x] = tile[threadIdx.x];
}
CASE(clean, bulk_copy) {
  tileInBulk<<<1, 128>>>(zeros<float>(256), zeros<float>(128), 1024, 0, true);
}
CASE(memcheck, bulk_copy_from_behind) {
  tileInBulk<<<1, 128>>>(zeros<float>(256), zeros<float>(128), 1024, 128, true);
}
CASE(memcheck, bulk_copy_from_null) {
  tileInBulk<<<1, 128>>>(nullptr, zeros<float>(128), 1024, 0, true);
}
CASE(memcheck, bulk_copy_misaligned) {
  tileInBulk<<<1, 128>>>(zeros<float>(512), zeros<float>(128), 1024, 1, true);
}
CASE(racecheck, bulk_copy_without_wait) {
  tileInBulk<<<1, 128>>>(zeros<float>(256), zeros<float>(128), 1024, 0, false);
}
CASE(initcheck, bulk_copy_of_unwritten) {
  float* from;
  cudaMalloc(&from, 1024);
  tileInBulk<<<1, 128>>>(from, zeros<float>(128), 1024, 0, true);
}
__global__ void tileOutInBulk(float* to, unsigned bytes, bool isMet) {
  __shared__ alignas(128) float tile[256];
  tile[threadIdx.x] = threadIdx.x;
  tile[threadIdx.x + 128] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  if (isMet)
    __syncthreads();
  if (threadIdx.x == 0)
    copyOutInBulk(to, tile, bytes);
}
CASE(clean, bulk_copy_out) {
  tileOutInBulk<<<1, 128>>>(zeros<float>(256), 1024, true);
}
CASE(memcheck, bulk_copy_out_to_behind) {
  tileOutInBulk<<<1, 128>>>(zeros<float>(128), 1024, true);
}
CASE(racecheck, bulk_copy_out_without_barrier) {
  tileOutInBulk<<<1, 128>>>(zeros<float>(256), 1024, false);
}
__global__ void twoPhases(const float* from, float* result) {
  __shared__ alignas(128) float tile[128];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0)
    initBarrier(&barrier, 1);
  __syncthreads();
  float sum = 0;
  for (int step = 0; step < 2; ++step) {
    if (threadIdx.x == 0) {
      expectBytes(&barrier, sizeof tile);
      copyInBulk(tile, from + 128 * step, sizeof tile, &barrier);
    }
    waitFor(&barrier, step);
    sum += tile[127 - threadIdx.x];
    __syncthreads();
  }
  result[threadIdx.x] = sum;
}
CASE(clean, bulk_copies_in_two_phases) {
  twoPhases<<<1, 128>>>(zeros<float>(256), zeros<float>(128));
}
__global__ void overwrittenInBulk(const float* from, float* result, bool isMet) {
  __shared__ alignas(128) float tile[128];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0)
    initBarrier(&barrier, 1);
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const float before = tile[127 - threadIdx.x];
  if (isMet)
    __syncthreads();
  if (threadIdx.x == 0) {
    expectBytes(&barrier, sizeof tile);
    copyInBulk(tile, from, sizeof tile, &barrier);
  }
  waitFor(&barrier, 0);
  result[threadIdx.x] = tile[threadIdx.x] + before;
}
CASE(clean, bulk_copy_over_read_tile) {
  overwrittenInBulk<<<1, 128>>>(zeros<float>(128), zeros<float>(128), true);
}
CASE(racecheck, bulk_copy_over_tile_without_barrier) {
  overwrittenInBulk<<<1, 128>>>(zeros<float>(128), zeros<float>(128), false);
}
__global__ void barrierNeverMade(const float* from, float* result) {
  __shared__ alignas(128) float tile[128];
  __shared__ std::uint64_t barrier;
  if (threadIdx.x == 0)
    expectBytes(&barrier, 0);
  __syncthreads();
  result[threadIdx.x] = from[threadIdx.x] + (tile[0] != tile[0]);
}
CASE(synccheck, bytes_expected_without_init) {
  barrierNeverMade<<<1, 128>>>(zeros<float>(128), zeros<float>(128));
}

// Barriers of clusters that some threads pass by.
__global__ void __cluster_dims__(2) clusterBarrierFor(int* result, unsigned threads) {
  if (threadIdx.x < threads)
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
  result[blockIdx.x * 64 + threadIdx.x] = 1;
}
CASE(synccheck, cluster_barrier_for_half_warp) {
  clusterBarrierFor<<<2, 64>>>(zeros<int>(128), 16);
}
CASE(synccheck, cluster_barrier_for_all) {
  clusterBarrierFor<<<2, 64>>>(zeros<int>(128), 64);
}
__global__ void __cluster_dims__(2) clusterAfterReturn(int* result, int n) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n)
    return;
  asm volatile("barrier.cluster.arrive;\n\tbarrier.cluster.wait;" ::: "memory");
  result[i] = 1;
}
CASE(synccheck, cluster_barrier_after_return) {
  clusterAfterReturn<<<2, 64>>>(zeros<int>(128), 96);
}

// Matrices and temporary storage in shared memory.
__global__ void productOfTile(const half* values, float* result, bool isMet) {
  __shared__ alignas(32) half tile[256];
  using namespace nvcuda::wmma;
  for (int i = threadIdx.x; i < 256; i += 64)
    tile[i] = values[i];
  if (isMet)
    __syncthreads();
  if (threadIdx.x < 32) {
    fragment<matrix_a, 16, 16, 16, half, row_major> a;
    fragment<matrix_b, 16, 16, 16, half, col_major> b;
    fragment<accumulator, 16, 16, 16, float> sum;
    fill_fragment(sum, 0.0f);
    load_matrix_sync(a, tile, 16);
    load_matrix_sync(b, tile, 16);
    mma_sync(sum, a, b, sum);
    store_matrix_sync(result, sum, 16, mem_row_major);
  }
}
CASE(clean, matrix_of_shared_tile) {
  productOfTile<<<1, 64>>>(zeros<half>(256), zeros<float>(256), true);
}
CASE(racecheck, matrix_of_shared_tile_without_barrier) {
  productOfTile<<<1, 64>>>(zeros<half>(256), zeros<float>(256), false);
}
__global__ void storedMatrix(float* result, bool isMet) {
  __shared__ alignas(32) float tile[2][256];
  using namespace nvcuda::wmma;
  fragment<accumulator, 16, 16, 16, float> sum;
  fill_fragment(sum, 1.0f);
  store_matrix_sync(tile[threadIdx.x / 32], sum, 16, mem_row_major);
  if (isMet)
    __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 64)
    result[i] = tile[0][i] + tile[1][i];
}
CASE(clean, matrices_stored_and_added) {
  storedMatrix<<<1, 64>>>(zeros<float>(256), true);
}
CASE(racecheck, matrices_stored_and_added_without_barrier) {
  storedMatrix<<<1, 64>>>(zeros<float>(256), false);
}
__device__ int sumOfBlock(int value, int* storage) {
  storage[threadIdx.x] = value;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += storage[i];
  return sum;
}
__global__ void twoSums(const int* values, int* result, bool isMet) {
  __shared__ int storage[64];
  const int first = sumOfBlock(values[threadIdx.x], storage);
  if (isMet)
    __syncthreads();
  const int second = sumOfBlock(first + threadIdx.x, storage);
  result[threadIdx.x] = second;
}
CASE(clean, storage_used_again) {
  twoSums<<<1, 64>>>(zeros<int>(64), zeros<int>(64), true);
}
CASE(racecheck, storage_used_again_without_barrier) {
  twoSums<<<1, 64>>>(zeros<int>(64), zeros<int>(64), false);
}
__global__ void wordsOfUnion(const int* values, int* result, bool isMet) {
  __shared__ union {
    int numbers[64];
    unsigned char bytes[256];
  } shared;
  shared.numbers[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  const int sum = shared.numbers[threadIdx.x] + shared.numbers[63 - threadIdx.x];
  if (isMet)
    __syncthreads();
  shared.bytes[threadIdx.x] = static_cast<unsigned char>(sum + threadIdx.x);
  __syncthreads();
  result[threadIdx.x] = shared.bytes[63 - threadIdx.x];
}
CASE(clean, members_of_union_in_turn) {
  wordsOfUnion<<<1, 64>>>(zeros<int>(64), zeros<int>(64), true);
}
CASE(racecheck, members_of_union_without_barrier) {
  wordsOfUnion<<<1, 64>>>(zeros<int>(64), zeros<int>(64), false);
}

// Atomics on shared memory that GPUs make of a loop, and others.
template <typename T, typename Update>
__device__ void updateBehind(T* result, int index, Update update) {
  __shared__ T values[32];
  values[threadIdx.x] = T();
  __syncthreads();
  update(&values[index + threadIdx.x]);
  __syncthreads();
  result[threadIdx.x] = values[threadIdx.x];
}
__global__ void addFloats(float* result, int index) {
  updateBehind(result, index, [](float* at) { atomicAdd(at, 1.0f); });
}
CASE(memcheck, shared_float_added_behind) {
  addFloats<<<1, 32>>>(zeros<float>(32), 100000);
}
__global__ void addDoubles(double* result, int index) {
  updateBehind(result, index, [](double* at) { atomicAdd(at, 1.0); });
}
CASE(memcheck, shared_double_added_behind) {
  addDoubles<<<1, 32>>>(zeros<double>(32), 100000);
}
__global__ void addWide(unsigned long long* result, int index) {
  updateBehind(result, index, [](unsigned long long* at) { atomicAdd(at, 1ull); });
}
CASE(memcheck, shared_wide_added_behind) {
  addWide<<<1, 32>>>(zeros<unsigned long long>(32), 100000);
}
__global__ void largestWide(unsigned long long* result, int index) {
  updateBehind(result, index, [](unsigned long long* at) { atomicMax(at, 1ull); });
}
CASE(memcheck, shared_wide_maximum_behind) {
  largestWide<<<1, 32>>>(zeros<unsigned long long>(32), 100000);
}
__global__ void exchangeWide(unsigned long long* result, int index) {
  updateBehind(result, index, [](unsigned long long* at) { atomicExch(at, 1ull); });
}
CASE(memcheck, shared_wide_exchanged_behind) {
  exchangeWide<<<1, 32>>>(zeros<unsigned long long>(32), 100000);
}
__global__ void compareWide(unsigned long long* result, int index) {
  updateBehind(result, index, [](unsigned long long* at) { atomicCAS(at, 0ull, 1ull); });
}
CASE(memcheck, shared_wide_compared_behind) {
  compareWide<<<1, 32>>>(zeros<unsigned long long>(32), 100000);
}
__global__ void largest(int* result, int index) {
  updateBehind(result, index, [](int* at) { atomicMax(at, 1); });
}
CASE(memcheck, shared_maximum_behind) {
  largest<<<1, 32>>>(zeros<int>(32), 100000);
}
__global__ void orWide(unsigned long long* result, int index) {
  updateBehind(result, index, [](unsigned long long* at) { atomicOr(at, 1ull); });
}
CASE(memcheck, shared_wide_bits_behind) {
  orWide<<<1, 32>>>(zeros<unsigned long long>(32), 100000);
}
__global__ void addHalves(half2* result, int index) {
  updateBehind(result, index, [](half2* at) { atomicAdd(at, half2(1, 1)); });
}
CASE(memcheck, shared_halves_added_behind) {
  addHalves<<<1, 32>>>(zeros<half2>(32), 100000);
}
__global__ void floatRace(float* result, bool isMet) {
  __shared__ float sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1.0f);
  if (isMet)
    __syncthreads();
  result[threadIdx.x] = sum;
}
CASE(clean, float_sum_read_behind_barrier) {
  floatRace<<<1, 64>>>(zeros<float>(64), true);
}
CASE(racecheck, float_sum_read_without_barrier) {
  floatRace<<<1, 64>>>(zeros<float>(64), false);
}
