// Random numbers of each thread's own generator (linear congruential and xorshift), counted points
// in the quarter circle: the same counts as on the host. Rows L-012, L-323.
#include "check.h"

__host__ __device__ inline unsigned lcg(unsigned& state) {
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

__host__ __device__ inline unsigned xorshift(unsigned long long& state) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return static_cast<unsigned>(state >> 40);
}

__host__ __device__ inline int hits(unsigned seed, int samples, bool shift) {
  unsigned state = seed * 747796405u + 1;
  unsigned long long wide = seed * 0x9e3779b97f4a7c15ull + 1;
  int inside = 0;
  for (int i = 0; i < samples; ++i) {
    unsigned long long x = shift ? xorshift(wide) : lcg(state),
                       y = shift ? xorshift(wide) : lcg(state);
    if (x * x + y * y < 1ull << 48)
      ++inside;
  }
  return inside;
}

__global__ void count(unsigned long long* total, int samples, bool shift) {
  atomicAdd(total, static_cast<unsigned long long>(
                       hits(blockIdx.x * blockDim.x + threadIdx.x, samples, shift)));
}

int main() {
  const int threads = 640, samples = 100;
  for (int shift = 0; shift < 2; ++shift) {
    Buffer<unsigned long long> total(1);
    count<<<10, 64>>>(total.device(), samples, shift != 0);
    total.download();
    unsigned long long want = 0;
    for (int t = 0; t < threads; ++t)
      want += hits(t, samples, shift != 0);
    EXPECT_EQ(total[0], want);
    double pi = 4.0 * static_cast<double>(want) / (threads * samples);
    CHECK(pi > 3.0 && pi < 3.3);
  }
  return ok();
}
