// A lock that every thread takes, so that lanes of one warp wait for each other: independent
// thread scheduling lets the holder go on. Rows L-096, L-407, L-330.
#include "check.h"

__global__ void run(int* lock, volatile int* value) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *value = *value + 1;
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  Buffer<int> lock(1), value(1);
  run<<<4, 40>>>(lock.device(), value.device());
  value.download();
  EXPECT_EQ(value[0], 160);
  EXPECT_EQ(lock[0], 0);
  return ok();
}
