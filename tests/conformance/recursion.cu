// Recursive device functions, with a different depth in every thread. Rows L-378, L-392.
#include "check.h"

__host__ __device__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__host__ __device__ int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

__host__ __device__ bool isOdd(int n);
__host__ __device__ bool isEven(int n) {
  return n == 0 ? true : isOdd(n - 1);
}
__host__ __device__ bool isOdd(int n) {
  return n == 0 ? false : isEven(n - 1);
}

__global__ void run(int* out) {
  int i = threadIdx.x;
  out[i * 3] = fibonacci(i % 12);
  out[i * 3 + 1] = ackermann(i % 3, i % 4);
  out[i * 3 + 2] = isEven(i % 20);
}

int main() {
  Buffer<int> out(100 * 3);
  run<<<1, 100>>>(out.device());
  out.download();
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ_AT(i, out[i * 3], fibonacci(i % 12));
    EXPECT_EQ_AT(i, out[i * 3 + 1], ackermann(i % 3, i % 4));
    EXPECT_EQ_AT(i, out[i * 3 + 2], isEven(i % 20));
  }
  return ok();
}
