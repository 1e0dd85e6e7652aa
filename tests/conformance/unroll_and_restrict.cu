// #pragma unroll in its forms and __restrict__ change nothing in the results. Rows L-031, L-367 to
// L-370.
#include "check.h"

__global__ void run(const int* __restrict__ in, int* __restrict__ out, int n) {
  int t = threadIdx.x, sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i)
    sum += in[(t + i) % 64] * i;
#pragma unroll 4
  for (int i = 0; i < n; ++i)
    sum ^= in[(t * i) % 64];
#pragma unroll 1
  for (int i = 0; i < n; ++i)
    sum += i & t;
#pragma unroll
  for (int i = 0; i < n; ++i)
    if (in[i] > t)
      sum -= 3;
  int cells[4] = {t, t + 1, t + 2, t + 3};
#pragma unroll
  for (int i = 0; i < 4; ++i)
    cells[i] *= cells[(i + 1) % 4];
  out[t] = sum + cells[0] + cells[3];
}

int main() {
  Buffer<int> in(64), out(64);
  for (int i = 0; i < 64; ++i)
    in[i] = i * 37 % 61;
  in.upload();
  for (int n = 0; n <= 11; n += 11) {
    run<<<1, 64>>>(in.device(), out.device(), n);
    out.download();
    for (int t = 0; t < 64; ++t) {
      int sum = 0;
      for (int i = 0; i < 8; ++i)
        sum += in[(t + i) % 64] * i;
      for (int i = 0; i < n; ++i)
        sum ^= in[t * i % 64];
      for (int i = 0; i < n; ++i)
        sum += i & t;
      for (int i = 0; i < n; ++i)
        if (in[i] > t)
          sum -= 3;
      int first = t * (t + 1);
      EXPECT_EQ_AT(t, out[t], sum + first + (t + 3) * first);
    }
  }
  return ok();
}
