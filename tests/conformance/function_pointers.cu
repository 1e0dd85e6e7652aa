// Pointers to device functions: in tables, as arguments, copied by way of the host. Rows L-378,
// L-391.
#include "check.h"

typedef int (*Function)(int, int);

__device__ int add(int a, int b) {
  return a + b;
}
__device__ int subtract(int a, int b) {
  return a - b;
}
__device__ int multiply(int a, int b) {
  return a * b;
}
__device__ int power(int a, int b) {
  int r = 1;
  for (int i = 0; i < b; ++i)
    r *= a;
  return r;
}

__device__ Function table[] = {add, subtract, multiply, power};
__device__ Function chosen = multiply;

__device__ int applyTwice(Function f, int a, int b) {
  return f(f(a, b), b);
}

__global__ void run(int* out, Function fromHost) {
  int t = threadIdx.x;
  Function f = table[t % 4];
  out[t * 3] = f(t % 5, t % 3);
  out[t * 3 + 1] = applyTwice(t & 1 ? f : fromHost, t % 4, 2);
  out[t * 3 + 2] = f == add;
}

static int call(int which, int a, int b) {
  int r = 1;
  for (int i = 0; i < b; ++i)
    r *= a;
  const int results[] = {a + b, a - b, a * b, r};
  return results[which];
}

int main() {
  Function fromDevice;
  CUDA_CHECK(cudaMemcpyFromSymbol(&fromDevice, chosen, sizeof fromDevice));
  CHECK(fromDevice != nullptr);
  Buffer<int> out(100 * 3);
  run<<<1, 100>>>(out.device(), fromDevice);
  out.download();
  for (int t = 0; t < 100; ++t) {
    int which = t & 1 ? t % 4 : 2;
    EXPECT_EQ_AT(t, out[t * 3], call(t % 4, t % 5, t % 3));
    EXPECT_EQ_AT(t, out[t * 3 + 1], call(which, call(which, t % 4, 2), 2));
    EXPECT_EQ_AT(t, out[t * 3 + 2], t % 4 == 0);
  }
  return ok();
}
