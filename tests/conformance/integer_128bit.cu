// 128-bit integers in device code: sums, products, quotients, shifts. Row L-215.
#include "check.h"

__host__ __device__ inline unsigned __int128 compute(unsigned long long a, unsigned long long b,
                                                     int s) {
  unsigned __int128 p = static_cast<unsigned __int128>(a) * b;
  unsigned __int128 q = (p << (s % 100)) ^ (p >> (s % 90));
  q += static_cast<__int128>(static_cast<long long>(a)) * static_cast<long long>(b);
  return q / (b | 1) + q % 1000003;
}

__global__ void run(unsigned long long* out) {
  int i = threadIdx.x;
  unsigned __int128 r = compute(i * 0x9e3779b97f4a7c15ull, ~0ull / (i + 1), i);
  out[i * 2] = static_cast<unsigned long long>(r >> 64);
  out[i * 2 + 1] = static_cast<unsigned long long>(r);
}

int main() {
  Buffer<unsigned long long> out(200);
  run<<<1, 100>>>(out.device());
  out.download();
  for (int i = 0; i < 100; ++i) {
    unsigned __int128 r = compute(i * 0x9e3779b97f4a7c15ull, ~0ull / (i + 1), i);
    EXPECT_EQ_AT(i, out[i * 2], static_cast<unsigned long long>(r >> 64));
    EXPECT_EQ_AT(i, out[i * 2 + 1], static_cast<unsigned long long>(r));
  }
  return ok();
}
