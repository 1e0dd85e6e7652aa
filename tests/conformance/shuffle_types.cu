// Shuffles of every type, 64-bit ones included, and by a different source lane per thread.
// Row L-342.
#include "check.h"

template <class T> __global__ void permute(const T* in, T* out) {
  int t = threadIdx.x;
  out[t] = __shfl_sync(0xffffffff, in[t], (t * 7 + 3) % 32);
  out[t + 32] = __shfl_xor_sync(0xffffffff, in[t], 9);
}

template <class T> void test(T scale) {
  Buffer<T> in(32), out(64);
  for (int i = 0; i < 32; ++i)
    in[i] = static_cast<T>(i - 16) * scale;
  in.upload();
  permute<<<1, 32>>>(in.device(), out.device());
  out.download();
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ_AT(i, out[i], in[(i * 7 + 3) % 32]);
    EXPECT_EQ_AT(i, out[i + 32], in[i ^ 9]);
  }
}

int main() {
  test<int>(123456);
  test<unsigned>(123456789u);
  test<long>(1L << 40);
  test<unsigned long>(3UL << 50);
  test<long long>(1LL << 45);
  test<unsigned long long>(5ULL << 55);
  test<float>(1.25f);
  test<double>(3.0e100);
  return ok();
}
