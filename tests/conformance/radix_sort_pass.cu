// Radix sort, one bit a pass, with ballots and warp-level ranks, stable over blocks. Rows L-341,
// L-221, L-090.
#include "check.h"

__global__ void split(const unsigned* in, unsigned* out, int n, int bit) {
  __shared__ int zerosBefore[32];
  __shared__ int zeros;
  int t = threadIdx.x, lane = t % 32, warp = t / 32, warps = blockDim.x / 32;
  unsigned value = t < n ? in[t] : 0xffffffffu;
  bool one = value >> bit & 1;
  unsigned mask = __ballot_sync(0xffffffff, !one);
  if (lane == 0)
    zerosBefore[warp] = __popc(mask);
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (int w = 0; w < warps; ++w) {
      int count = zerosBefore[w];
      zerosBefore[w] = sum;
      sum += count;
    }
    zeros = sum;
  }
  __syncthreads();
  int rank = zerosBefore[warp] + __popc(mask & ((1u << lane) - 1));
  int place = one ? zeros + t - rank : rank;
  if (place < n)
    out[place] = value;
}

int main() {
  const int n = 700;
  Buffer<unsigned> a(n), b(n);
  unsigned seed = 11;
  for (int i = 0; i < n; ++i) {
    seed = seed * 1664525u + 1013904223u;
    a[i] = seed >> 20;
  }
  int histogram[4096] = {};
  for (int i = 0; i < n; ++i)
    ++histogram[a[i]];
  a.upload();
  for (int bit = 0; bit < 12; ++bit) {
    if (bit % 2 == 0)
      split<<<1, 704>>>(a.device(), b.device(), n, bit);
    else
      split<<<1, 704>>>(b.device(), a.device(), n, bit);
  }
  a.download();
  for (int i = 0; i < n; ++i) {
    if (i > 0)
      CHECK(a[i - 1] <= a[i]);
    --histogram[a[i]];
  }
  for (int v = 0; v < 4096; ++v)
    EXPECT_EQ_AT(v, histogram[v], 0);
  return ok();
}
