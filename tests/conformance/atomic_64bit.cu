// 64-bit atomics in global and shared memory. Rows L-321, L-334, H-039, H-042.
#include "check.h"

typedef unsigned long long u64;

__global__ void run(u64* g, long long* s) {
  __shared__ u64 tile[2];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 2)
    tile[threadIdx.x] = 0;
  __syncthreads();
  u64 v = static_cast<u64>(i + 1) << 33;
  atomicAdd(&g[0], v);
  atomicMin(&g[1], v);
  atomicMax(&g[2], v);
  atomicAnd(&g[3], ~(1ULL << i % 60));
  atomicOr(&g[4], 1ULL << i % 50);
  atomicXor(&g[5], v * v);
  atomicMin(&s[0], -static_cast<long long>(v));
  atomicMax(&s[1], static_cast<long long>(v));
  atomicAdd(&tile[0], v);
  atomicMax(&tile[1], v);
  if (i == 5)
    g[7] = atomicExch(&g[8], 1ULL << 63);
  if (i == 6)
    g[9] = atomicCAS(&g[10], 123ULL << 40, 7ULL);
  if (i == 7)
    g[11] = atomicCAS(&g[12], 123ULL << 40, 7ULL);
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&g[6], tile[0]);
    atomicMax(&g[13], tile[1]);
  }
}

int main() {
  const int n = 400;
  Buffer<u64> g(14);
  Buffer<long long> s(2);
  g[1] = g[3] = ~0ULL;
  g[8] = 42;
  g[10] = 123ULL << 40;
  g[12] = 5;
  g.upload();
  run<<<4, 100>>>(g.device(), s.device());
  g.download();
  s.download();
  u64 sum = 0, bits = ~0ULL, exclusive = 0;
  for (int i = 0; i < n; ++i) {
    u64 v = static_cast<u64>(i + 1) << 33;
    sum += v;
    bits &= ~(1ULL << i % 60);
    exclusive ^= v * v;
  }
  const u64 top = static_cast<u64>(n) << 33;
  const u64 want[] = {sum,       1ULL << 33, top, bits,       (1ULL << 50) - 1,
                      exclusive, sum,        42,  1ULL << 63, 123ULL << 40,
                      7,         5,          5,   top};
  for (int k = 0; k < 14; ++k)
    EXPECT_EQ_AT(k, g[k], want[k]);
  EXPECT_EQ(s[0], -static_cast<long long>(top));
  EXPECT_EQ(s[1], static_cast<long long>(top));
  return ok();
}
