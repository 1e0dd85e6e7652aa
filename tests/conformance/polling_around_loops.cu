// Loops that poll volatile memory for other warps or blocks, and go through several flags in an
// inner loop each time: the addresses computed or loaded, left plainly or by a vote of the warp.
#include "check.h"

constexpr int kRounds = 5, kBlocks = 4, kWarps = 4;

__device__ volatile int* flagAt(volatile int* flags, int i) {
  return flags + i;
}
__device__ volatile int* flagAt(volatile int* const* flags, int i) {
  return flags[i];
}

// Waits until `count` flags have reached the round. Each thread goes on when it has seen them all.
template <class Flags> __device__ void waitPlainly(Flags flags, int count, int round) {
  bool all;
  do {
    all = true;
    for (int i = 0; i < count; ++i)
      if (*flagAt(flags, i) < round)
        all = false;
  } while (!all);
}
// The lanes of the warp share the flags and go on together.
template <class Flags> __device__ void waitByVote(Flags flags, int count, int round) {
  for (;;) {
    bool all = true;
    for (int i = threadIdx.x % 32; i < count; i += 32)
      if (*flagAt(flags, i) < round)
        all = false;
    if (__all_sync(0xffffffffu, all))
      break;
  }
}

template <bool ByVote, class Flags> __global__ void blocks(Flags flags, int count, int* out) {
  for (int round = 1; round <= kRounds; ++round) {
    if (threadIdx.x == 0) {
      *flagAt(flags, blockIdx.x) = round;
      __threadfence();
    }
    if (ByVote)
      waitByVote(flags, count, round);
    else if (threadIdx.x == 0)
      waitPlainly(flags, count, round);
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

template <bool ByVote, class Flags> __global__ void warps(Flags flags, int count, int* out) {
  for (int round = 1; round <= kRounds; ++round) {
    if (threadIdx.x % 32 == 0) {
      *flagAt(flags, threadIdx.x / 32) = round;
      __threadfence_block();
    }
    __syncwarp();
    if (ByVote)
      waitByVote(flags, count, round);
    else
      waitPlainly(flags, count, round);
    __syncwarp();
  }
  out[threadIdx.x] = 1;
}

template <class Kernel> static void expectEnd(Kernel launch, int threads) {
  Buffer<int> out(threads), flags(64);
  Buffer<volatile int*> pointers(64);
  for (int i = 0; i < 64; ++i)
    pointers[i] = flags.device() + i;
  pointers.upload();
  launch(static_cast<volatile int*>(flags.device()),
         static_cast<volatile int* const*>(pointers.device()), out.device());
  out.download();
  for (int i = 0; i < threads; ++i)
    EXPECT_EQ_AT(i, out[i], 1);
}

using Flags = volatile int*;
using Pointers = volatile int* const*;

int main() {
  expectEnd([](Flags f, Pointers, int* o) { blocks<false><<<kBlocks, 32>>>(f, kBlocks, o); }, 128);
  expectEnd([](Flags, Pointers p, int* o) { blocks<false><<<kBlocks, 32>>>(p, kBlocks, o); }, 128);
  expectEnd([](Flags f, Pointers, int* o) { blocks<true><<<kBlocks, 32>>>(f, kBlocks, o); }, 128);
  expectEnd([](Flags, Pointers p, int* o) { blocks<true><<<kBlocks, 32>>>(p, kBlocks, o); }, 128);
  expectEnd([](Flags f, Pointers, int* o) { warps<false><<<1, 32 * kWarps>>>(f, kWarps, o); }, 128);
  expectEnd([](Flags, Pointers p, int* o) { warps<false><<<1, 32 * kWarps>>>(p, kWarps, o); }, 128);
  expectEnd([](Flags f, Pointers, int* o) { warps<true><<<1, 32 * kWarps>>>(f, kWarps, o); }, 128);
  expectEnd([](Flags, Pointers p, int* o) { warps<true><<<1, 32 * kWarps>>>(p, kWarps, o); }, 128);
  return ok();
}
