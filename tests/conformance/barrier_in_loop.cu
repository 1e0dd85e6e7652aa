// A barrier inside a loop, with values of the thread and of the block living across it.
// Rows L-090, L-008.
#include "check.h"

__global__ void rotate(const int* in, int* out, int rounds) {
  extern __shared__ int tile[];
  int t = threadIdx.x, n = blockDim.x;
  int mine = in[blockIdx.x * n + t];
  unsigned history = 0;
  for (int r = 0; r < rounds; ++r) {
    tile[t] = mine;
    __syncthreads();
    mine = tile[(t + r + 1) % n];
    history = history * 31 + mine;
    __syncthreads();
  }
  out[blockIdx.x * n + t] = static_cast<int>(history);
}

int main() {
  const int sizes[] = {1, 7, 32, 50, 96, 257, 1024};
  for (int n : sizes) {
    const int blocks = 3, rounds = 9;
    Buffer<int> in(n * blocks), out(n * blocks);
    for (int i = 0; i < n * blocks; ++i)
      in[i] = i * i % 1009;
    in.upload();
    rotate<<<blocks, n, n * sizeof(int)>>>(in.device(), out.device(), rounds);
    out.download();
    for (int b = 0; b < blocks; ++b) {
      for (int t = 0; t < n; ++t) {
        unsigned history = 0;
        for (int r = 0, from = t; r < rounds; ++r) {
          // After rounds 0..r a thread holds the element 1 + 2 + … + (r + 1) places on.
          from = (from + r + 1) % n;
          history = history * 31 + in[b * n + from];
        }
        EXPECT_EQ_AT(b * n + t, out[b * n + t], static_cast<int>(history));
      }
    }
  }
  return ok();
}
