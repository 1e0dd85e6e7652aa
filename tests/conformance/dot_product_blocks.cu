// Dot product over many blocks: grid-stride products, shared-memory sums, one atomic a block, in
// single and double precision. Rows L-090, L-323, L-337.
#include "check.h"

template <class T> __global__ void dot(const T* a, const T* b, T* out, int n) {
  __shared__ T tile[96];
  T sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += a[i] * b[i];
  tile[threadIdx.x] = sum;
  __syncthreads();
  // 96 is no power of two: the first step folds the upper third.
  if (threadIdx.x >= 64)
    atomicAdd(&tile[threadIdx.x - 64], tile[threadIdx.x]);
  __syncthreads();
  for (int s = 32; s > 0; s /= 2) {
    if (threadIdx.x < s)
      tile[threadIdx.x] += tile[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(out, tile[0]);
}

template <class T> static void test() {
  const int n = 4099;
  Buffer<T> a(n), b(n), out(1);
  T want = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<T>(i % 13 - 6);
    b[i] = static_cast<T>(i % 9) / 2;
    want += a[i] * b[i];
  }
  a.upload();
  b.upload();
  dot<<<7, 96>>>(a.device(), b.device(), out.device(), n);
  out.download();
  EXPECT_EQ(out[0], want);
}

int main() {
  test<float>();
  test<double>();
  return ok();
}
