// A lock that one thread of each block takes: the plain updates inside it do not get lost.
// Rows L-087, L-089, L-330.
#include "check.h"

__global__ void run(int* lock, volatile int* value, int* order) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    int old = *value;
    order[old] = blockIdx.x;
    *value = old + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

int main() {
  const int blocks = 200;
  Buffer<int> lock(1), value(1), order(blocks);
  run<<<blocks, 32>>>(lock.device(), value.device(), order.device());
  value.download();
  order.download();
  EXPECT_EQ(value[0], blocks);
  int seen[blocks] = {};
  for (int i = 0; i < blocks; ++i)
    ++seen[order[i]];
  for (int i = 0; i < blocks; ++i)
    EXPECT_EQ_AT(i, seen[i], 1);
  return ok();
}
