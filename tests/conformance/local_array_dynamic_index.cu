// Arrays of each thread, indexed by values known only at run time. Rows L-022, H-140, P-026.
#include "check.h"

__host__ __device__ inline int shuffle(int t, int n) {
  int cells[37];
  unsigned char order[37];
  for (int i = 0; i < n; ++i) {
    cells[i] = i * t + 1;
    order[i] = static_cast<unsigned char>(i);
  }
  unsigned seed = t * 2654435761u + 12345u;
  for (int i = n - 1; i > 0; --i) {
    seed = seed * 1664525u + 1013904223u;
    int j = (seed >> 16) % (i + 1);
    unsigned char swap = order[i];
    order[i] = order[j];
    order[j] = swap;
  }
  unsigned result = 0;
  for (int i = 0; i < n; ++i) {
    result = result * 7 + cells[order[i]];
    cells[order[i]] = result % 1000;
  }
  return static_cast<int>(result);
}

__global__ void run(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = shuffle(i, n);
}

int main() {
  Buffer<int> out(400);
  for (int n = 5; n <= 37; n += 16) {
    run<<<4, 100>>>(out.device(), n);
    out.download();
    for (int i = 0; i < 400; ++i)
      EXPECT_EQ_AT(i, out[i], shuffle(i, n));
  }
  return ok();
}
