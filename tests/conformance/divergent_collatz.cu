// A do-while loop whose trip count depends on the data alone. Row H-008.
#include "check.h"

__host__ __device__ inline int collatz(unsigned v) {
  int steps = 0;
  if (v == 0)
    return -1;
  do {
    if (v == 1)
      break;
    v = v & 1 ? 3 * v + 1 : v / 2;
    ++steps;
  } while (true);
  return steps;
}

__global__ void run(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = collatz(i);
}

int main() {
  const int n = 3000;
  Buffer<int> out(n);
  run<<<24, 128>>>(out.device(), n);
  out.download();
  for (int i = 0; i < n; ++i)
    EXPECT_EQ_AT(i, out[i], collatz(i));
  return ok();
}
