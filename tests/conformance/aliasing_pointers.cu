// Pointers that overlap: without __restrict__ a later load sees an earlier store, between the
// threads of a block in the order that barriers give. Row L-031.
#include "check.h"

__global__ void shift(int* a, const int* b, int n) {
  int t = threadIdx.x;
  for (int round = 0; round < n; ++round) {
    int v = b[t];
    __syncthreads();
    a[t] = v;
    __syncthreads();
  }
}

__global__ void alias(int* a, int* b, int* out) {
  *a = 1;
  *b = 2;
  out[0] = *a;
  float* f = reinterpret_cast<float*>(out + 1);
  *f = 1.0f;
  unsigned char* bytes = reinterpret_cast<unsigned char*>(out + 1);
  bytes[3] = 0x40;
  out[2] = *reinterpret_cast<volatile int*>(f);
}

int main() {
  Buffer<int> cells(100), out(3);
  for (int i = 0; i < 100; ++i)
    cells[i] = i;
  cells.upload();
  shift<<<1, 64>>>(cells.device(), cells.device() + 1, 10);
  cells.download();
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ_AT(i, cells[i], i + 10 < 64 ? i + 10 : 64);
  alias<<<1, 1>>>(cells.device(), cells.device(), out.device());
  out.download();
  EXPECT_EQ(out[0], 2);
  EXPECT_EQ(out[2], 0x40800000);
  return ok();
}
