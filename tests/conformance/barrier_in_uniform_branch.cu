// Barriers under conditions that are the same for the whole block but differ between blocks, and
// known only at run time. Rows L-090, L-091.
#include "check.h"

__global__ void run(const int* modes, int* out) {
  __shared__ int tile[70];
  int t = threadIdx.x, mode = modes[blockIdx.x];
  tile[t] = t * 2;
  int result = -1;
  if (mode > 0) {
    __syncthreads();
    result = tile[69 - t];
    if (mode == 2) {
      __syncthreads();
      tile[t] = result + 1;
      __syncthreads();
      result = tile[(t + 1) % 70];
    } else {
      result += 1000;
    }
  } else if (t < 10) {
    result = tile[t];
  }
  out[blockIdx.x * 70 + t] = result;
}

int main() {
  const int blocks = 6;
  Buffer<int> modes(blocks), out(blocks * 70);
  for (int b = 0; b < blocks; ++b)
    modes[b] = b % 3;
  modes.upload();
  run<<<blocks, 70>>>(modes.device(), out.device());
  out.download();
  for (int b = 0; b < blocks; ++b) {
    for (int t = 0; t < 70; ++t) {
      int want = b % 3 == 0   ? (t < 10 ? 2 * t : -1)
                 : b % 3 == 1 ? 2 * (69 - t) + 1000
                              : 2 * (69 - (t + 1) % 70) + 1;
      EXPECT_EQ_AT(b * 70 + t, out[b * 70 + t], want);
    }
  }
  return ok();
}
