// All extern shared arrays of a kernel begin at the same address; the size comes with each launch.
// Rows L-030, L-076.
#include "check.h"

extern __shared__ int asInts[];
extern __shared__ float asFloats[];

__device__ int readAsInt(int i) {
  return asInts[i];
}

__global__ void run(int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    asFloats[i] = 1.0f + i;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = readAsInt(n - 1 - i);
  if (threadIdx.x == 0)
    out[n] = reinterpret_cast<void*>(asInts) == reinterpret_cast<void*>(asFloats);
}

int main() {
  const int sizes[] = {1, 100, 4096, 12 * 1024}; // up to 48 KB, which every launch may ask for
  for (int n : sizes) {
    Buffer<int> out(n + 1);
    run<<<1, 128, n * sizeof(int)>>>(out.device(), n);
    out.download();
    for (int i = 0; i < n; ++i) {
      union {
        float f;
        int bits;
      } value = {static_cast<float>(n - i)};
      EXPECT_EQ_AT(i, out[i], value.bits);
    }
    EXPECT_EQ(out[n], 1);
  }
  return ok();
}
