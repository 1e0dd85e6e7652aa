// Threads of one warp take different sides of nested branches, and meet again. Rows H-008, H-010.
#include "check.h"

__host__ __device__ inline int classify(int v, int i) {
  int result = 0;
  if (v % 2 == 0) {
    result = v * 3;
    if (v % 3 == 0) {
      result += 100;
      if (i & 4)
        result -= v;
      else
        result ^= 5;
    } else if (v % 5 == 0) {
      result -= 1000;
    }
  } else {
    if (v > 50)
      result = -v;
    else
      result = v << 2;
  }
  return result + 1;
}

__global__ void branch(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = classify(in[i], i);
}

int main() {
  const int n = 777;
  Buffer<int> in(n), out(n);
  unsigned seed = 1;
  for (int i = 0; i < n; ++i) {
    seed = seed * 1664525u + 1013904223u;
    in[i] = seed >> 24;
  }
  in.upload();
  branch<<<8, 100>>>(in.device(), out.device(), n);
  out.download();
  for (int i = 0; i < n; ++i)
    EXPECT_EQ_AT(i, out[i], classify(in[i], i));
  return ok();
}
