// Mistakes around kernels: assertions, launches and calls of the API that cannot be right, shared
// memory of other sizes, and blocks that are no multiple of a warp.
#include "truth.h"

#include <cassert>
#include <cooperative_groups.h>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void asserts(const int* values) {
  assert(values[threadIdx.x] != 0 || threadIdx.x < 30);
}
CASE(memcheck, assertion_fails) {
  asserts<<<1, 32>>>(zeros<int>(32));
}
__global__ void fill(int* values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] = i;
}
CASE(memcheck, launch_in_destroyed_stream) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
  fill<<<1, 32, 0, stream>>>(zeros<int>(32), 32);
}
CASE(memcheck, grid_too_high) {
  fill<<<dim3(1, 70000), 32>>>(zeros<int>(32), 32);
}
CASE(memcheck, block_too_deep) {
  fill<<<1, dim3(4, 4, 128)>>>(zeros<int>(32), 32);
}
CASE(memcheck, no_blocks) {
  fill<<<0, 32>>>(zeros<int>(32), 32);
}
CASE(memcheck, copy_from_null) {
  static int host[64];
  cudaMemcpy(host, nullptr, sizeof host, cudaMemcpyDeviceToHost);
}
CASE(memcheck, array_too_narrow) {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 16, 16);
  static float host[32 * 16];
  cudaMemcpy2DToArray(array, 0, 0, host, 128, 128, 16, cudaMemcpyHostToDevice);
}
CASE(memcheck, prefetch_of_device_memory) {
  int* memory = zeros<int>(32);
  cudaMemLocation location{cudaMemLocationTypeDevice, 0};
  cudaMemPrefetchAsync(memory, 128, location, 0, 0);
}
CASE(memcheck, register_twice) {
  static int host[1024];
  cudaHostRegister(host, sizeof host, cudaHostRegisterDefault);
  cudaHostRegister(host, sizeof host, cudaHostRegisterDefault);
}
CASE(memcheck, free_of_stack) {
  int value = 0;
  cudaFree(&value);
}
CASE(memcheck, free_async_twice) {
  int* memory;
  cudaMallocAsync(&memory, 128, 0);
  cudaFreeAsync(memory, 0);
  cudaFreeAsync(memory, 0);
  cudaStreamSynchronize(0);
}
CASE(clean, free_of_null) {
  cudaFree(nullptr);
  cudaFreeHost(nullptr);
}
__global__ void grid(int* values) {
  cg::this_grid().sync();
  values[threadIdx.x] = 1;
}
CASE(memcheck, cooperative_grid_too_large) {
  int* values = zeros<int>(1024);
  void* arguments[] = {&values};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(grid), 1 << 20, 1024, arguments, 0, nullptr);
}
CASE(clean, cooperative_grid) {
  int* values = zeros<int>(64);
  void* arguments[] = {&values};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(grid), 4, 64, arguments, 0, nullptr);
}
__global__ void gridRace(int* sums, int* result) {
  sums[blockIdx.x] = blockIdx.x;
  cg::this_grid().sync();
  if (threadIdx.x == 0)
    result[blockIdx.x] = sums[(blockIdx.x + 1) % gridDim.x + 1];
}
CASE(memcheck, cooperative_grid_reads_behind) {
  int *sums = zeros<int>(4), *result = zeros<int>(4);
  void* arguments[] = {&sums, &result};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(gridRace), 4, 32, arguments, 0, nullptr);
}

__device__ void meet(int barrier, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}
__global__ void countedBarrier(int* values, int threads) {
  __shared__ int tile[128];
  for (int round = 0; round < 2; ++round) {
    tile[threadIdx.x] = threadIdx.x + round;
    meet(1, threads);
    values[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
    meet(2, threads);
  }
}
CASE(clean, counted_barrier_of_incomplete_warp) {
  countedBarrier<<<1, 40>>>(zeros<int>(64), 64);
}
__global__ void small(int* values) {
  __shared__ int tile[70];
  tile[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
__global__ void large(int* values) {
  __shared__ int tile[2048];
  for (int i = threadIdx.x; i < 2048; i += blockDim.x)
    tile[i] = i;
  __syncthreads();
  values[threadIdx.x] = tile[2047 - threadIdx.x];
}
CASE(clean, small_and_large_tiles_in_turn) {
  int* values = zeros<int>(70);
  for (int i = 0; i < 3; ++i) {
    small<<<2, 70>>>(values);
    large<<<2, 70>>>(values);
  }
}
__global__ void oddBlock(int* values) {
  __shared__ int tile[50];
  tile[threadIdx.x] = values[threadIdx.x];
  values[threadIdx.x] = tile[49 - threadIdx.x];
}
CASE(racecheck, race_in_incomplete_warp) {
  oddBlock<<<1, 50>>>(zeros<int>(50));
}
__global__ void twoTiles(const int* from, int* to) {
  __shared__ int a[64];
  __shared__ int b[64];
  a[threadIdx.x] = from[threadIdx.x];
  __syncthreads();
  b[threadIdx.x] = a[63 - threadIdx.x];
  to[threadIdx.x] = b[threadIdx.x ^ 1];
}
CASE(racecheck, second_tile_without_barrier) {
  twoTiles<<<1, 64>>>(zeros<int>(64), zeros<int>(64));
}
__global__ void warpOfSums(const int* values, int* result) {
  __shared__ int sums[4];
  int value = values[threadIdx.x];
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_xor_sync(~0u, value, offset);
  sums[threadIdx.x / 32] = value;
  __syncthreads();
  result[threadIdx.x] = sums[0] + sums[1] + sums[2] + sums[3];
}
CASE(racecheck, all_lanes_write_one_sum) {
  warpOfSums<<<1, 128>>>(zeros<int>(128), zeros<int>(128));
}
__global__ void vectorTile(const float4* from, float* to) {
  __shared__ float4 tile[32];
  tile[threadIdx.x] = from[threadIdx.x];
  to[threadIdx.x] = reinterpret_cast<float*>(tile)[127 - threadIdx.x];
}
CASE(racecheck, vectors_written_numbers_read) {
  vectorTile<<<1, 32>>>(zeros<float4>(32), zeros<float>(32));
}
__global__ void doubles(double* values) {
  __shared__ double tile[64];
  tile[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  for (int offset = 32; offset > 0; offset /= 2)
    if (threadIdx.x < offset)
      tile[threadIdx.x] += tile[threadIdx.x + offset];
  values[threadIdx.x] = tile[0];
}
CASE(racecheck, sum_of_doubles_without_barrier) {
  doubles<<<1, 64>>>(zeros<double>(64));
}
__global__ void exchange(int* values) {
  __shared__ int slots[64];
  slots[threadIdx.x] = 0;
  __syncthreads();
  atomicExch(&slots[(threadIdx.x + 1) % 64], static_cast<int>(threadIdx.x));
  values[threadIdx.x] = slots[threadIdx.x];
}
CASE(racecheck, exchanged_and_read) {
  exchange<<<1, 64>>>(zeros<int>(64));
}
__global__ void skipsOwn(int* values) {
  __shared__ int tile[64];
  if (threadIdx.x > 0)
    tile[threadIdx.x - 1] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 63)
    tile[63] = 5;
  values[threadIdx.x] = tile[threadIdx.x];
}
CASE(clean, each_its_own_behind_barrier) {
  skipsOwn<<<1, 64>>>(zeros<int>(64));
}
__global__ void barrierOf(int* values, int expected) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, expected);
  __syncthreads();
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token)) {
  }
  values[threadIdx.x] = 1;
}
CASE(clean, asynchronous_barrier_for_all) {
  barrierOf<<<1, 96>>>(zeros<int>(96), 96);
}
CASE(synccheck, asynchronous_barrier_for_one) {
  barrierOf<<<1, 64>>>(zeros<int>(64), 1);
}
__global__ void barrierOfWarps(int* values) {
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0)
    __mbarrier_init(&barrier, 2);
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
      const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
      while (!__mbarrier_test_wait(&barrier, token)) {
      }
    }
    __syncwarp();
    values[threadIdx.x] += round;
  }
}
CASE(clean, asynchronous_barrier_for_leaders) {
  barrierOfWarps<<<1, 64>>>(zeros<int>(64));
}
