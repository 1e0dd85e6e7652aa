// The clocks go forward. Row L-318.
#include "check.h"

__global__ void run(long long* out, int work) {
  long long start = clock64();
  clock_t early = clock();
  unsigned long long nanoseconds;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
  volatile int sink = 0;
  for (int i = 0; i < work; ++i)
    sink = sink + i;
  unsigned long long later;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(later));
  out[0] = clock64() - start;
  out[1] = clock() != early;
  out[2] = static_cast<long long>(later - nanoseconds);
  out[3] = sink;
}

int main() {
  Buffer<long long> out(4);
  run<<<1, 1>>>(out.device(), 20000);
  out.download();
  CHECK(out[0] > 0);
  EXPECT_EQ(out[1], 1);
  CHECK(out[2] >= 0);
  EXPECT_EQ(out[3], 199990000);
  return ok();
}
