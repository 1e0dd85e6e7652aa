// Addresses in shared memory have 32 bits: an unsigned index that stands for a negative number
// counts backwards from a pointer into the middle of an array. rows: L-026
#include "check.h"

constexpr int kThreads = 64;

template <class T> __global__ void run(T* out, unsigned back) {
  __shared__ T values[4 * kThreads];
  extern __shared__ char bytes[];
  const unsigned i = threadIdx.x;
  for (unsigned k = i; k < 4 * kThreads; k += kThreads) {
    values[k] = T(k);
    reinterpret_cast<T*>(bytes)[k] = T(1000 + k);
  }
  __syncthreads();
  T* middle = values + 2 * kThreads;
  T* dynamic = reinterpret_cast<T*>(bytes) + 2 * kThreads;
  out[i] = middle[~i] + dynamic[~i];
  out[kThreads + i] = middle[i - back];
  __syncthreads();
  middle[0u - 1 - i - kThreads] = T(7 + i);
  __syncthreads();
  out[2 * kThreads + i] = values[i];
}

template <class T> void check() {
  Buffer<T> out(3 * kThreads);
  run<T><<<1, kThreads, 4 * kThreads * sizeof(T)>>>(out.device(), 2 * kThreads);
  out.download();
  for (int i = 0; i < kThreads; ++i) {
    EXPECT_EQ_AT(i, out[i], T(1000 + 2 * (2 * kThreads - 1 - i)));
    EXPECT_EQ_AT(i, out[kThreads + i], T(i));
    EXPECT_EQ_AT(i, out[2 * kThreads + i], T(7 + kThreads - 1 - i));
  }
}

int main() {
  check<int>();
  check<double>();
  check<short>();
  puts("ok");
}
