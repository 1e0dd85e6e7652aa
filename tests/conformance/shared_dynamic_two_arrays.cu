// Dynamic shared memory divided by hand into arrays of different types, beside a static array.
// Rows L-030, L-076.
#include "check.h"

extern __shared__ char memory[];

__global__ void run(int* out, int n) {
  __shared__ int fixed[32];
  double* doubles = reinterpret_cast<double*>(memory);
  float* floats = reinterpret_cast<float*>(&doubles[n]);
  short* shorts = reinterpret_cast<short*>(&floats[n]);
  int t = threadIdx.x;
  if (t < 32)
    fixed[t] = t;
  doubles[t] = t * 1.5;
  floats[t] = t * 2.0f;
  shorts[t] = static_cast<short>(-t);
  __syncthreads();
  int u = n - 1 - t;
  out[t] = static_cast<int>(doubles[u] * 2) + static_cast<int>(floats[u]) * 1000 + shorts[u] +
           fixed[u % 32] * 1000000;
}

int main() {
  const int sizes[] = {1, 5, 32, 100, 256};
  for (int n : sizes) {
    Buffer<int> out(n);
    run<<<1, n, n * (sizeof(double) + sizeof(float) + sizeof(short))>>>(out.device(), n);
    out.download();
    for (int t = 0; t < n; ++t) {
      int u = n - 1 - t;
      // fixed[] is written by the first 32 threads only.
      EXPECT_EQ_AT(t, out[t], u * 3 + u * 2000 - u + u % 32 * 1000000);
    }
  }
  return ok();
}
