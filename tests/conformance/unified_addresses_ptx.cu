// What PTX 2.0 began with: one address space for global, shared and local memory, in 64 bits;
// memory accesses under predicates that a thread with a wild pointer does not make; IEEE arithmetic
// in both precisions. Rows P-027, P-026.
#include "check.h"

__device__ int global[64];

// One instruction loads from a different kind of memory in each lane.
__global__ void anywhere(int* out) {
  __shared__ int shared[64];
  int local[4];
  int t = threadIdx.x;
  global[t] = 1000 + t;
  shared[t] = 2000 + t;
  for (int i = 0; i < 4; ++i)
    local[(i + t) % 4] = 3000 + t + i * 100;
  __syncthreads();
  const int* from = t % 3 == 0 ? &global[63 - t] : t % 3 == 1 ? &shared[63 - t] : &local[t % 4];
  int value;
  asm volatile("ld.b32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
  out[t] = value;
  // A store through the same pointers.
  asm volatile("st.b32 [%0], %1;" : : "l"(from), "r"(value + 1) : "memory");
  __syncthreads();
  out[64 + t] = t % 3 == 0 ? global[63 - t] : t % 3 == 1 ? shared[63 - t] : local[t % 4];
}

__global__ void guarded(int* data, int* out) {
  int t = threadIdx.x;
  // Odd lanes have a pointer to nowhere.
  int* pointer = t % 2 ? reinterpret_cast<int*>(0x10ull) : data + t;
  int value;
  asm volatile("{\n"
               "  .reg .pred p;\n"
               "  setp.eq.s32 p, %2, 0;\n"
               "  mov.b32 %0, -7;\n"
               "  @p ld.global.b32 %0, [%1];\n"
               "  @p st.global.b32 [%1], %3;\n"
               "}"
               : "=&r"(value)
               : "l"(pointer), "r"(t % 2), "r"(t + 5)
               : "memory");
  out[t] = value;
}

__global__ void arithmetic(const float* x, const double* y, float* singles, double* doubles) {
  int i = threadIdx.x;
  singles[3 * i] = x[2 * i] / x[2 * i + 1];
  singles[3 * i + 1] = sqrtf(x[2 * i]);
  singles[3 * i + 2] = fmaf(x[2 * i], x[2 * i + 1], -1.0f);
  doubles[3 * i] = y[2 * i] / y[2 * i + 1];
  doubles[3 * i + 1] = sqrt(y[2 * i]);
  doubles[3 * i + 2] = fma(y[2 * i], y[2 * i + 1], -1.0);
}

int main() {
  Buffer<int> out(128);
  anywhere<<<1, 64>>>(out.device());
  out.download();
  for (int t = 0; t < 64; ++t) {
    int expected = t % 3 == 0 ? 1000 + 63 - t : t % 3 == 1 ? 2000 + 63 - t : 3000 + t;
    EXPECT_EQ_AT(t, out[t], expected);
    EXPECT_EQ_AT(t, out[64 + t], expected + 1);
  }

  Buffer<int> data(64);
  for (int i = 0; i < 64; ++i)
    data[i] = i * 3;
  data.upload();
  guarded<<<1, 64>>>(data.device(), out.device());
  out.download();
  data.download();
  for (int t = 0; t < 64; ++t) {
    EXPECT_EQ_AT(t, out[t], t % 2 ? -7 : t * 3);
    EXPECT_EQ_AT(t, data[t], t % 2 ? t * 3 : t + 5);
  }

  // 32-bit words at addresses that need more than 32 bits, one block of memory beyond another.
  CHECK(sizeof(void*) == 8);

  Buffer<float> x(16), singles(24);
  Buffer<double> y(16), doubles(24);
  const double values[16] = {1, 3,    2,    7, 1e-30, 1e8, 10,     0.1,
                             5, 1e-5, 1e30, 3, 0.7,   0.9, 123456, 789};
  for (int i = 0; i < 16; ++i) {
    x[i] = static_cast<float>(values[i]);
    y[i] = values[i];
  }
  x.upload();
  y.upload();
  arithmetic<<<1, 8>>>(x.device(), y.device(), singles.device(), doubles.device());
  singles.download();
  doubles.download();
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ_AT(i, singles[3 * i], x[2 * i] / x[2 * i + 1]);
    EXPECT_EQ_AT(i, singles[3 * i + 1], __builtin_sqrtf(x[2 * i]));
    EXPECT_EQ_AT(i, singles[3 * i + 2], __builtin_fmaf(x[2 * i], x[2 * i + 1], -1.0f));
    EXPECT_EQ_AT(i, doubles[3 * i], y[2 * i] / y[2 * i + 1]);
    EXPECT_EQ_AT(i, doubles[3 * i + 1], __builtin_sqrt(y[2 * i]));
    EXPECT_EQ_AT(i, doubles[3 * i + 2], __builtin_fma(y[2 * i], y[2 * i + 1], -1.0));
  }
  return ok();
}
