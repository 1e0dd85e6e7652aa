// Shows: the same count with one atomic operation for each point, thread or block; all timed.
// From: T-009, homework of the textbook.
// Try next: one operation for each warp, with __ballot_sync and __popc.
#include <cmath>

#include "../device_array.h"
#include "random_points.h"

const unsigned blocks = 64, threads = 128, rounds = 16;

__global__ void perPoint(unsigned* hits, unsigned* atomics) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned round = 0; round < rounds; ++round) {
    if (isHit(thread, round)) {
      atomicAdd(hits, 1u);
      atomicAdd(atomics, 1u);
    }
  }
}
__global__ void perThread(unsigned* hits, unsigned* atomics) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mine = 0;
  for (unsigned round = 0; round < rounds; ++round)
    mine += isHit(thread, round);
  atomicAdd(hits, mine);
  atomicAdd(atomics, 1u);
}
__global__ void perBlock(unsigned* hits, unsigned* atomics) {
  __shared__ unsigned ours;
  if (threadIdx.x == 0)
    ours = 0;
  __syncthreads();
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mine = 0;
  for (unsigned round = 0; round < rounds; ++round)
    mine += isHit(thread, round);
  atomicAdd(&ours, mine); // in shared memory, which costs little
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(hits, ours);
    atomicAdd(atomics, 1u);
  }
}

struct Result {
  unsigned hits, atomics;
};

static Result run(void (*kernel)(unsigned*, unsigned*), const char* name) {
  DeviceArray<unsigned> hits(1), atomics(1);
  cudaEvent_t start, stop;
  CHECK_CUDA(cudaEventCreate(&start));
  CHECK_CUDA(cudaEventCreate(&stop));
  CHECK_CUDA(cudaEventRecord(start));
  kernel<<<blocks, threads>>>(hits, atomics);
  CHECK_CUDA(cudaEventRecord(stop));
  const Result result = {hits.values()[0], atomics.values()[0]};
  float milliseconds = -1;
  CHECK_CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
  std::printf("one for each %s: %6u operations, pi is about %.4f, %.3f ms\n", name, result.atomics,
              4.0 * result.hits / (blocks * threads * rounds), milliseconds);
  EXPECT(milliseconds >= 0);
  CHECK_CUDA(cudaEventDestroy(start));
  CHECK_CUDA(cudaEventDestroy(stop));
  return result;
}

int main() {
  const Result point = run(perPoint, "point"), thread = run(perThread, "thread"),
               block = run(perBlock, "block");
  EXPECT(point.hits == thread.hits && thread.hits == block.hits);
  EXPECT(point.atomics == point.hits && thread.atomics == blocks * threads);
  EXPECT(block.atomics == blocks);
  EXPECT(std::fabs(4.0 * block.hits / (blocks * threads * rounds) - 3.14159265) < 0.02);
  return report();
}
