// Functors and device lambdas passed to kernels by value, and generic lambdas inside kernels.
// Rows L-376, L-083.
// nvcc: --extended-lambda
#include "check.h"

template <class T, class F> __global__ void transform(T* p, int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = f(p[i], i);
}

struct Polynomial {
  int coefficients[3];
  __host__ __device__ int operator()(int x, int) const {
    return (coefficients[2] * x + coefficients[1]) * x + coefficients[0];
  }
};

__global__ void inside(int* out) {
  int t = threadIdx.x;
  auto twice = [](auto f, auto x) { return f(f(x)); };
  int captured = t * 10;
  auto add = [&captured](int x) {
    captured += 1;
    return x + captured;
  };
  out[t] = twice(add, t);
  out[t + 32] = captured;
}

int main() {
  const int n = 90;
  Buffer<int> p(n);
  for (int i = 0; i < n; ++i)
    p[i] = i - 40;
  p.upload();
  Polynomial polynomial = {{5, -2, 3}};
  transform<<<3, 32>>>(p.device(), n, polynomial);
  int offset = 100;
  transform<<<3, 32>>>(p.device(), n, [=] __device__(int x, int i) { return x + offset * i; });
  transform<<<3, 32>>>(p.device(), n, [] __host__ __device__(int x, int) { return x * 2; });
  p.download();
  for (int i = 0; i < n; ++i)
    EXPECT_EQ_AT(i, p[i], 2 * (polynomial(i - 40, 0) + 100 * i));
  Buffer<int> out(64);
  inside<<<1, 32>>>(out.device());
  out.download();
  for (int t = 0; t < 32; ++t) {
    EXPECT_EQ_AT(t, out[t], t + (t * 10 + 1) + (t * 10 + 2));
    EXPECT_EQ_AT(t, out[t + 32], t * 10 + 2);
  }
  return ok();
}
