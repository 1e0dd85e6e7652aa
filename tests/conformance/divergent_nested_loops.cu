// Nested loops with different trip counts per thread, break and continue on both levels.
// Rows H-008, H-010.
#include "check.h"

__host__ __device__ inline int walk(int t) {
  int sum = 0;
  for (int i = 0; i < t % 13 + 1; ++i) {
    if (i == t % 5)
      continue;
    for (int j = i; j < 20; ++j) {
      if ((j + t) % 3 == 0)
        continue;
      if (i * j > t)
        break;
      sum += i * 100 + j;
      int k = j;
      while (k > 0) {
        k -= 1 + t % 4;
        if (k == t % 7)
          break;
        sum ^= k;
      }
    }
    if (sum > 20000)
      break;
  }
  return sum;
}

__global__ void run(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = walk(blockIdx.x * blockDim.x + threadIdx.x);
}

int main() {
  Buffer<int> out(300);
  run<<<3, 100>>>(out.device());
  out.download();
  for (int i = 0; i < 300; ++i)
    EXPECT_EQ_AT(i, out[i], walk(i));
  return ok();
}
