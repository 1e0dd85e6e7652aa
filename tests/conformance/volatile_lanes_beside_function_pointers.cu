// Lanes of a warp speak through volatile shared memory in a kernel that also meets at barriers and
// votes inside functions behind pointers, one of which gets a pointer to the shared memory.
// rows: L-032, L-095, L-096.
#include "check.h"

using Vote = int (*)(int);
using Reduce = int (*)(volatile int*, int);

__device__ int countOf(int p) {
  return __syncthreads_count(p);
}
__device__ int ballotOf(int p) {
  return __popc(__ballot_sync(0xffffffffu, p));
}
__device__ int sumOf(volatile int* words, int lane) {
  for (int distance = 16; distance > 0; distance /= 2) {
    int other = words[lane ^ distance];
    __syncwarp();
    words[lane] = words[lane] + other;
    __syncwarp();
  }
  return words[lane];
}
__device__ Vote voteTable[] = {countOf, ballotOf};
__device__ Reduce reduceTable[] = {sumOf};

__global__ void speak(int* out, int which) {
  __shared__ int words[128];
  int t = threadIdx.x, lane = t % 32;
  volatile int* mine = words + t / 32 * 32;
  int votes = voteTable[which](t % 3 == 0);
  int value = t * 7 + 1;
  for (int round = 0; round < 4; ++round) {
    mine[lane] = value;
    __syncwarp();
    value += mine[lane ^ (1 << round)];
    __syncwarp();
  }
  mine[lane] = value;
  __syncwarp();
  out[t] = votes * 1000000 + reduceTable[0](mine, lane) % 1000000;
}

int main() {
  Buffer<int> out(128);
  for (int which = 0; which < 2; ++which) {
    speak<<<1, 128>>>(out.device(), which);
    out.download();
    int values[128], next[128];
    for (int t = 0; t < 128; ++t)
      values[t] = t * 7 + 1;
    for (int round = 0; round < 4; ++round) {
      for (int t = 0; t < 128; ++t)
        next[t] = values[t] + values[t ^ (1 << round)];
      for (int t = 0; t < 128; ++t)
        values[t] = next[t];
    }
    for (int t = 0; t < 128; ++t) {
      int sum = 0, votes = 0;
      for (int i = t / 32 * 32; i < t / 32 * 32 + 32; ++i) {
        sum += values[i];
        votes += i % 3 == 0;
      }
      EXPECT_EQ_AT(t, out[t], (which ? votes : 43) * 1000000 + sum % 1000000);
    }
  }
  return ok();
}
