// 64-bit arithmetic, comparisons and shifts by amounts that vary between threads. Row H-029.
#include "check.h"

__host__ __device__ inline unsigned long long mix(unsigned long long a, long long b, int s) {
  unsigned long long r = a * 0x9e3779b97f4a7c15ull + static_cast<unsigned long long>(b);
  r ^= r >> (s % 64);
  r += r << (s * 7 % 64);
  if (b < 0)
    r = ~r;
  if (a > 0x8000000000000000ull)
    r -= a / 3;
  long long t = b >> (s % 63);
  r = r * 31 + static_cast<unsigned long long>(t);
  r = r << 13 | r >> 51;
  return b < static_cast<long long>(a) ? r : r + 1;
}

__global__ void run(unsigned long long* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned long long a = i * 0x123456789abcdefull;
  out[i] = mix(a, static_cast<long long>(a * 77) - 5, i);
}

int main() {
  const int n = 1000;
  Buffer<unsigned long long> out(n);
  run<<<8, 128>>>(out.device(), n);
  out.download();
  for (int i = 0; i < n; ++i) {
    unsigned long long a = i * 0x123456789abcdefull;
    EXPECT_EQ_AT(i, out[i], mix(a, static_cast<long long>(a * 77) - 5, i));
  }
  return ok();
}
