// L-342: one lane of a warp sets a variable and the others take it by a shuffle; theirs was never
// set. Nothing may be concluded from that about which lane is which.
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

__device__ __noinline__ int passedOn(unsigned mask, int value) {
  return __shfl_sync(mask, value, 0);
}

__global__ void reserve(int* counters, int* places, unsigned count) {
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count)
    return;
  unsigned lane = threadIdx.x % 32;
  cg::coalesced_group active = cg::coalesced_threads();
  unsigned mask = active.ballot(1);

  int first, second, third;
  if (lane == 0) {
    first = atomicAdd(&counters[0], active.size());
    if (active.size() > 1)
      second = atomicAdd(&counters[1], active.size());
    third = atomicAdd(&counters[2], active.size());
  }
  first = active.shfl(first, 0);
  second = __shfl_sync(mask, second, 0);
  third = passedOn(mask, third);
  places[3 * id] = first + lane;
  places[3 * id + 1] = second + lane;
  places[3 * id + 2] = third + lane;
}

int main() {
  constexpr unsigned kCount = 1000;
  int *counters, *places;
  CUDA_CHECK(cudaMallocManaged(&counters, 3 * sizeof(int)));
  CUDA_CHECK(cudaMallocManaged(&places, 3 * kCount * sizeof(int)));
  for (int i = 0; i < 3; ++i)
    counters[i] = 0;
  reserve<<<4, 256>>>(counters, places, kCount);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(counters[i], static_cast<int>(kCount));
    int taken[kCount] = {};
    for (unsigned id = 0; id < kCount; ++id) {
      int place = places[3 * id + i];
      CHECK(place >= 0 && place < static_cast<int>(kCount));
      ++taken[place];
    }
    for (unsigned place = 0; place < kCount; ++place)
      EXPECT_EQ(taken[place], 1);
  }
  return ok();
}
