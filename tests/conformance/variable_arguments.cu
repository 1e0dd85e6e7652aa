// Functions of the device with an ellipsis: va_list, va_start, va_arg, va_copy and va_end, with
// promoted, wide and class types, handed on and through pointers; `extern __shared__` of a fixed
// size; addresses of functions taken on the other side. Rows L-030, L-388, L-391.
#include "check.h"
#include <stdarg.h>

struct Pair {
  int x, y;
};
struct alignas(16) Wide {
  double a, b;
};

__device__ double sum(int n, ...) {
  va_list list;
  va_start(list, n);
  double total = 0;
  for (int i = 0; i < n; ++i)
    total += i % 2 != 0 ? va_arg(list, double) : va_arg(list, int);
  va_end(list);
  return total;
}

__device__ long long addAll(int n, va_list list) {
  long long total = 0;
  for (int i = 0; i < n; ++i)
    total += va_arg(list, long long);
  return total;
}
__device__ __noinline__ long long twice(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  long long first = addAll(n, list);
  long long second = addAll(n, copy);
  va_end(copy);
  va_end(list);
  return first * 100 + second;
}

__device__ __noinline__ int mixed(const char* kinds, ...) {
  va_list list;
  va_start(list, kinds);
  int total = 0;
  for (; *kinds; ++kinds)
    switch (*kinds) {
    case 'c':
      total += va_arg(list, int) * 2;
      break;
    case 'f':
      total += (int)(va_arg(list, double) * 4);
      break;
    case 'p':
      total += *va_arg(list, int*);
      break;
    case 's': {
      Pair pair = va_arg(list, Pair);
      total += pair.x * 1000 + pair.y;
      break;
    }
    case 'w': {
      Wide wide = va_arg(list, Wide);
      total += (int)(wide.a * 10000 + wide.b);
      break;
    }
    }
  va_end(list);
  return total;
}

template <class T> __device__ T second(int, ...);
template <class T> __device__ T second(int n, ...) {
  va_list list;
  va_start(list, n);
  va_arg(list, T);
  T result = va_arg(list, T);
  va_end(list);
  return result;
}

extern __shared__ int fixed[64];

__global__ void kernel(double* out) {
  int t = threadIdx.x;
  extern __shared__ double local[2][32];
  fixed[t] = t * 3;
  local[t / 32][t % 32] = t * 0.5;
  __syncthreads();
  int seven = 7 + t;
  double (*pointer)(int, ...) = t % 2 != 0 ? sum : nullptr;
  double* o = out + t * 8;
  o[0] = sum(4, 1, 2.5, 3, 4.25 + t);
  o[1] = (double)twice(3, 1ll, 2ll, 30ll + t);
  o[2] = mixed("cfpsw", (char)3, 2.5f, &seven, Pair{1, 2}, Wide{1.0, 3.0});
  o[3] = second<unsigned long long>(2, 5ull, 1ull << 40);
  o[4] = pointer ? pointer(2, t, 0.5) : -1;
  o[5] = fixed[63 - t] + (double)sizeof fixed;
  o[6] = local[(63 - t) / 32][(63 - t) % 32];
  o[7] = second<double>(2, 1.5, 2.5 * t);
}

__device__ int deviceFunction(int x) {
  return x + 1;
}
__global__ void addressOfKernel(int* out) {
  void (*pointer)(double*) = kernel;
  *out = pointer != nullptr;
}

int main() {
  Buffer<double> out(64 * 8);
  kernel<<<1, 64>>>(out.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  for (int t = 0; t < 64; ++t) {
    const double* o = &out[t * 8];
    EXPECT_EQ_AT(t, o[0], 10.75 + t);
    EXPECT_EQ_AT(t, o[1], 101.0 * (33 + t));
    EXPECT_EQ_AT(t, o[2], 6.0 + 10 + 7 + t + 1002 + 10003);
    EXPECT_EQ_AT(t, o[3], 1099511627776.0);
    EXPECT_EQ_AT(t, o[4], t % 2 != 0 ? t + 0.5 : -1.0);
    EXPECT_EQ_AT(t, o[5], (63 - t) * 3 + 256.0);
    EXPECT_EQ_AT(t, o[6], (63 - t) * 0.5);
    EXPECT_EQ_AT(t, o[7], 2.5 * t);
  }
  Buffer<int> flag(1);
  addressOfKernel<<<1, 1>>>(flag.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  flag.download();
  EXPECT_EQ(flag[0], 1);
  int (*volatile pointer)(int) = deviceFunction;
  CHECK(pointer != nullptr);
  return ok();
}
