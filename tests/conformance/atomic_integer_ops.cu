// Every 32-bit integer atomic, signed and unsigned, against the same operations in sequence.
// Rows L-319, L-323 to L-327, L-331 to L-333.
#include "check.h"

__global__ void run(int* s, unsigned* u, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = i * 37 % 1001 - 500;
  atomicAdd(&s[0], v);
  atomicSub(&s[1], v);
  atomicMin(&s[2], v);
  atomicMax(&s[3], v);
  atomicAnd(&s[4], ~(1 << i % 20));
  atomicOr(&s[5], 1 << i % 25);
  atomicXor(&s[6], v);
  unsigned w = i * 2654435761u;
  atomicAdd(&u[0], w);
  atomicSub(&u[1], w);
  atomicMin(&u[2], w);
  atomicMax(&u[3], w);
  atomicAnd(&u[4], ~(1u << i % 31));
  atomicOr(&u[5], 1u << i % 30);
  atomicXor(&u[6], w);
}

int main() {
  const int n = 3000;
  Buffer<int> s(7);
  Buffer<unsigned> u(7);
  int wantS[7] = {1, 2, 1000, -1000, -1, 0, 5};
  unsigned wantU[7] = {1, 2, 0xffffffffu, 0, 0xffffffffu, 0, 5};
  for (int k = 0; k < 7; ++k) {
    s[k] = wantS[k];
    u[k] = wantU[k];
  }
  s.upload();
  u.upload();
  run<<<30, 100>>>(s.device(), u.device(), n);
  s.download();
  u.download();
  for (int i = 0; i < n; ++i) {
    int v = i * 37 % 1001 - 500;
    wantS[0] += v;
    wantS[1] -= v;
    if (v < wantS[2])
      wantS[2] = v;
    if (v > wantS[3])
      wantS[3] = v;
    wantS[4] &= ~(1 << i % 20);
    wantS[5] |= 1 << i % 25;
    wantS[6] ^= v;
    unsigned w = i * 2654435761u;
    wantU[0] += w;
    wantU[1] -= w;
    if (w < wantU[2])
      wantU[2] = w;
    if (w > wantU[3])
      wantU[3] = w;
    wantU[4] &= ~(1u << i % 31);
    wantU[5] |= 1u << i % 30;
    wantU[6] ^= w;
  }
  for (int k = 0; k < 7; ++k) {
    EXPECT_EQ_AT(k, s[k], wantS[k]);
    EXPECT_EQ_AT(k, u[k], wantU[k]);
  }
  return ok();
}
