// -maxrregcount limits the registers of a kernel, which computes the same, and counts not for a
// kernel with launch bounds. Rows P-073 and H-023.
// nvcc: -maxrregcount=32
#include "check.h"

constexpr int kValues = 80;

// All values are alive at once: each is read before the first one is used.
__device__ void compute(const volatile int* in, int* out) {
  int values[kValues];
#pragma unroll
  for (int i = 0; i < kValues; ++i)
    values[i] = in[i];
  int sum = 0;
#pragma unroll
  for (int i = 0; i < kValues; ++i)
    sum = sum * 3 + values[kValues - 1 - i] * values[i / 2];
  out[threadIdx.x] = sum;
}
__global__ void limited(const volatile int* in, int* out) {
  compute(in, out);
}
__global__ void __launch_bounds__(128) bounded(const volatile int* in, int* out) {
  compute(in, out);
}

static int registersOf(const void* kernel) {
  cudaFuncAttributes attributes;
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
  return attributes.numRegs;
}

int main() {
  CHECK(registersOf((const void*)limited) > 0);
  CHECK(registersOf((const void*)limited) <= 32);
  CHECK(registersOf((const void*)bounded) > 32);

  Buffer<int> in(kValues), out(128), other(128);
  for (int i = 0; i < kValues; ++i)
    in[i] = i * 7 + 1;
  in.upload();
  limited<<<1, 128>>>(in.device(), out.device());
  bounded<<<1, 128>>>(in.device(), other.device());
  out.download();
  other.download();
  int sum = 0;
  for (int i = 0; i < kValues; ++i)
    sum = static_cast<int>(sum * 3u + static_cast<unsigned>(in[kValues - 1 - i]) * in[i / 2]);
  for (int i = 0; i < 128; ++i) {
    EXPECT_EQ_AT(i, out[i], sum);
    EXPECT_EQ_AT(i, other[i], sum);
  }
  return ok();
}
