// Control flow that no structured statement expresses: a loop entered in two places. Row H-008.
#include "check.h"

__host__ __device__ inline int bounce(int t) {
  int a = t, steps = 0;
  if (t & 1)
    goto second;
first:
  a += 3;
  ++steps;
  if (a > 60)
    goto done;
  if (a % 5 == 0)
    goto first;
second:
  a *= 2;
  steps += 10;
  if (a % 7 == 0 && steps < 100)
    goto second;
  if (steps < 200)
    goto first;
done:
  return a * 1000 + steps;
}

__global__ void run(int* out) {
  out[threadIdx.x] = bounce(threadIdx.x);
}

int main() {
  Buffer<int> out(130);
  run<<<1, 130>>>(out.device());
  out.download();
  for (int i = 0; i < 130; ++i)
    EXPECT_EQ_AT(i, out[i], bounce(i));
  return ok();
}
