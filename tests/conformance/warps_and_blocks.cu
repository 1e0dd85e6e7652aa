// How a grid becomes blocks and warps: each block runs once, wholly on one multiprocessor, with
// shared memory of its own, whatever their number; warps are 32 threads, the last one perhaps
// fewer; lanes have registers and a way through the program of their own; warps of a block go on
// while others diverge, wait at a barrier or for a value. Rows H-001, H-002, H-003, H-006, H-009,
// H-014, H-015, H-018, H-033, H-034, H-055.
#include "check.h"

__device__ unsigned special(int which) {
  unsigned value;
  switch (which) {
  case 0:
    asm volatile("mov.u32 %0, %%smid;" : "=r"(value));
    break;
  case 1:
    asm volatile("mov.u32 %0, %%nsmid;" : "=r"(value));
    break;
  default:
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(value));
  }
  return value;
}

// Each block counts itself, its warps and where its threads are.
__global__ void enumerate(int* runs, int* warps, int* places, int* ownMemory) {
  __shared__ int first, leaders, different, mine;
  if (threadIdx.x == 0) {
    first = special(0);
    leaders = different = 0;
    mine = blockIdx.x * 7 + 1;
    atomicAdd(&runs[blockIdx.x], 1);
  }
  __syncthreads();
  if (special(2) == 0)
    atomicAdd(&leaders, 1);
  if (static_cast<int>(special(0)) != first || special(0) >= special(1))
    atomicAdd(&different, 1);
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) {
    warps[blockIdx.x] = leaders;
    places[blockIdx.x] = different;
    ownMemory[blockIdx.x] = mine;
  }
}

// Every lane takes its own number of steps through its own branches.
__host__ __device__ int walk(int t) {
  int value = t, steps = t % 37;
  for (int i = 0; i < steps; ++i) {
    if ((value + i) % 3 == 0)
      value = value * 5 + i;
    else if (value % 2)
      value = value / 2 - t;
    else
      value += 11;
  }
  return value;
}

__global__ void walkAll(int* out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = walk(t);
}

// The first warp waits for the others, which come in the opposite order; those that have nothing to
// do wait at the barrier meanwhile.
__global__ void waitForWarps(int* out) {
  __shared__ int turn, sum;
  int warp = threadIdx.x / 32, warps = blockDim.x / 32;
  if (threadIdx.x == 0) {
    turn = warps - 1;
    sum = 0;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0 && warp % 2 == 0) {
    // Warps with an even number, from the last to the first.
    volatile int* current = &turn;
    while (*current != warp && *current != warp + 1) {
    }
    __threadfence_block();
    sum = sum * 3 + warp;
    __threadfence_block();
    *current = warp - 1;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

int main() {
  cudaDeviceProp properties;
  CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  EXPECT_EQ(properties.warpSize, 32);

  const int blocks = 5000;
  Buffer<int> runs(blocks), warps(blocks), places(blocks), own(blocks);
  for (int threads : {1, 31, 32, 33, 96, 100, 256}) {
    for (int i = 0; i < blocks; ++i)
      runs[i] = 0;
    runs.upload();
    int grid = threads == 32 ? blocks : 50;
    enumerate<<<grid, threads>>>(runs.device(), warps.device(), places.device(), own.device());
    runs.download();
    warps.download();
    places.download();
    own.download();
    for (int i = 0; i < blocks; ++i)
      EXPECT_EQ_AT(i, runs[i], i < grid);
    for (int i = 0; i < grid; ++i) {
      EXPECT_EQ_AT(i, warps[i], (threads + 31) / 32);
      EXPECT_EQ_AT(i, places[i], 0);
      EXPECT_EQ_AT(i, own[i], i * 7 + 1);
    }
  }

  Buffer<int> walked(4 * 96);
  walkAll<<<4, 96>>>(walked.device());
  walked.download();
  for (int i = 0; i < 4 * 96; ++i)
    EXPECT_EQ_AT(i, walked[i], walk(i));

  Buffer<int> waited(2 * 256);
  waitForWarps<<<2, 256>>>(waited.device());
  waited.download();
  int expected = 0;
  for (int warp = 6; warp >= 0; warp -= 2)
    expected = expected * 3 + warp;
  for (int i = 0; i < 2 * 256; ++i)
    EXPECT_EQ_AT(i, waited[i], expected);
  return ok();
}
