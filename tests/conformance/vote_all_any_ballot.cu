// Votes over whole and partial warps. Rows L-339, L-340, L-341.
#include "check.h"

__global__ void run(const int* predicate, unsigned* out, unsigned n) {
  unsigned t = threadIdx.x, first = t & ~31u;
  unsigned mask = n - first >= 32 ? 0xffffffffu : (1u << (n - first)) - 1;
  int p = predicate[t];
  out[t * 4 + 0] = __all_sync(mask, p) != 0;
  out[t * 4 + 1] = __any_sync(mask, p) != 0;
  out[t * 4 + 2] = __ballot_sync(mask, p);
  out[t * 4 + 3] = __ballot_sync(mask, 1);
}

int main() {
  const unsigned n = 110;
  Buffer<int> predicate(n);
  Buffer<unsigned> out(n * 4);
  for (int round = 0; round < 5; ++round) {
    for (unsigned i = 0; i < n; ++i) {
      const int values[] = {0, 7, static_cast<int>(i) % 3 << 8, i == 40 ? -1 : 0, i != 70};
      predicate[i] = values[round];
    }
    predicate.upload();
    run<<<1, n>>>(predicate.device(), out.device(), n);
    out.download();
    for (unsigned first = 0; first < n; first += 32) {
      unsigned count = n - first < 32 ? n - first : 32, ballot = 0;
      for (unsigned i = 0; i < count; ++i)
        ballot |= (predicate[first + i] != 0 ? 1u : 0u) << i;
      unsigned full = count == 32 ? 0xffffffffu : (1u << count) - 1;
      for (unsigned t = first; t < first + count; ++t) {
        EXPECT_EQ_AT(t, out[t * 4 + 0], ballot == full);
        EXPECT_EQ_AT(t, out[t * 4 + 1], ballot != 0);
        EXPECT_EQ_AT(t, out[t * 4 + 2], ballot);
        EXPECT_EQ_AT(t, out[t * 4 + 3], full);
      }
    }
  }
  return ok();
}
