// Whole warps return early; the barriers of the others do not wait for them. Rows L-090, L-097.
#include "check.h"

__global__ void run(int* out, int alive) {
  __shared__ int tile[256];
  int t = threadIdx.x;
  if (t / 32 >= alive) {
    out[t] = -t;
    return;
  }
  int n = alive * 32, value = t;
  for (int r = 0; r < 5; ++r) {
    tile[t] = value;
    __syncthreads();
    value = tile[(t + 33) % n] + 1;
    __syncthreads();
  }
  out[t] = value;
}

int main() {
  for (int alive = 1; alive <= 8; ++alive) {
    Buffer<int> out(256);
    run<<<1, 256>>>(out.device(), alive);
    out.download();
    for (int t = 0; t < 256; ++t)
      EXPECT_EQ_AT(t, out[t], t / 32 >= alive ? -t : (t + 33 * 5) % (alive * 32) + 5);
  }
  return ok();
}
