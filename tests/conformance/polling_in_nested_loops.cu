// Loops inside loops that poll volatile memory until another warp or another block has written:
// with the address computed or loaded, left by each thread for itself or by a vote of the warp.
#include "check.h"

constexpr int kRounds = 5, kBlocks = 4, kWarps = 4;

// Warp w of a block waits in round r for warp w - 1, each thread for itself.
__global__ void warpsInTurn(int* order) {
  __shared__ volatile int turn[kWarps];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0)
    turn[warp] = 0;
  __syncthreads();
  for (int round = 1; round <= kRounds; ++round) {
    const int before = warp == 0 ? kWarps - 1 : warp - 1;
    const int wanted = warp == 0 ? round - 1 : round;
    while (turn[before] < wanted) {
    }
    __syncwarp();
    if (lane == 0) {
      order[(round - 1) * kWarps + warp] = round * 10 + warp;
      __threadfence_block();
      turn[warp] = round;
    }
    __syncwarp();
  }
}

// Block b waits in round r for block b - 1; the address of the flag is loaded in the loop.
__global__ void blocksByPointer(volatile int* const* flags, int* order) {
  for (int round = 1; round <= kRounds; ++round) {
    if (threadIdx.x == 0) {
      const int before = blockIdx.x == 0 ? kBlocks - 1 : blockIdx.x - 1;
      const int wanted = blockIdx.x == 0 ? round - 1 : round;
      while (*flags[before] < wanted) {
      }
      order[(round - 1) * kBlocks + blockIdx.x] = round * 10 + blockIdx.x;
      __threadfence();
      *flags[blockIdx.x] = round;
    }
    __syncthreads();
  }
}

// All lanes poll, and leave together when each has seen its flag.
__global__ void blocksByVote(volatile int* flags, int* order) {
  const int lane = threadIdx.x;
  for (int round = 1; round <= kRounds; ++round) {
    const int others = lane < kBlocks ? lane : 0;
    for (;;) {
      const int wanted = others < static_cast<int>(blockIdx.x) ? round : round - 1;
      const bool ready = flags[others] >= wanted;
      if (__all_sync(0xffffffffu, ready))
        break;
    }
    if (lane == 0) {
      order[(round - 1) * kBlocks + blockIdx.x] = round * 10 + blockIdx.x;
      __threadfence();
      flags[blockIdx.x] = round;
    }
    __syncwarp();
  }
}

static void expectOrder(Buffer<int>& order, int count) {
  order.download();
  for (int round = 1; round <= kRounds; ++round)
    for (int i = 0; i < count; ++i)
      EXPECT_EQ_AT(i, order[(round - 1) * count + i], round * 10 + i);
}

int main() {
  Buffer<int> warps(kRounds * kWarps);
  warpsInTurn<<<1, 32 * kWarps>>>(warps.device());
  expectOrder(warps, kWarps);

  Buffer<int> flags(kBlocks), blocks(kRounds * kBlocks);
  Buffer<volatile int*> pointers(kBlocks);
  for (int i = 0; i < kBlocks; ++i)
    pointers[i] = flags.device() + i;
  pointers.upload();
  blocksByPointer<<<kBlocks, 32>>>(pointers.device(), blocks.device());
  expectOrder(blocks, kBlocks);

  Buffer<int> votes(kBlocks), voted(kRounds * kBlocks);
  blocksByVote<<<kBlocks, 32>>>(votes.device(), voted.device());
  expectOrder(voted, kBlocks);
  return ok();
}
