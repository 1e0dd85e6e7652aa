// Blocks wait for words of memory that later blocks write, each thread for its own ones, in a loop
// in which the threads of a block also meet at a barrier. rows: L-087, L-090
#include "check.h"

constexpr int kBlocks = 24, kThreads = 64, kCount = 3 * kBlocks * kThreads;

// Word i is known when word i + 1 is; a thread goes on to its next word when it has written one.
__global__ void countDown(volatile int* words) {
  const int step = kBlocks * kThreads;
  int i = kCount - step + blockIdx.x * kThreads + threadIdx.x;
  while (i >= 0) {
    const int next = words[i + 1];
    if (next >= 0) {
      words[i] = next + 1;
      i -= step;
    }
    __syncthreads();
  }
}

int main() {
  Buffer<int> words(kCount + 1);
  for (int i = 0; i < kCount; ++i)
    words[i] = -1;
  words[kCount] = 0;
  words.upload();
  countDown<<<kBlocks, kThreads>>>(words.device());
  words.download();
  for (int i = 0; i <= kCount; ++i)
    EXPECT_EQ_AT(i, words[i], kCount - i);
  puts("ok");
}
