// Items that lie one after the other for each thread, by way of shared memory: a warp stores them
// as they are in memory, a thread loads its own, adds them up and stores the sums, and the warp
// loads them again. For several numbers of items, in types of four and eight bytes.
#include "check.h"

constexpr unsigned kThreads = 96;

template <typename T, unsigned kItems> __global__ void sums(const T* in, T* out) {
  __shared__ T tile[kThreads * kItems];
  unsigned lane = threadIdx.x % 32, first = threadIdx.x / 32 * 32 * kItems;
  T items[kItems];
#pragma unroll
  for (unsigned i = 0; i < kItems; ++i)
    tile[first + i * 32 + lane] = in[first + i * 32 + lane];
  __syncwarp();
#pragma unroll
  for (unsigned i = 0; i < kItems; ++i)
    items[i] = tile[threadIdx.x * kItems + i];
#pragma unroll
  for (unsigned i = 1; i < kItems; ++i)
    items[i] += items[i - 1];
  __syncwarp();
#pragma unroll
  for (unsigned i = 0; i < kItems; ++i)
    tile[threadIdx.x * kItems + i] = items[i];
  __syncwarp();
#pragma unroll
  for (unsigned i = 0; i < kItems; ++i)
    out[first + i * 32 + lane] = tile[first + i * 32 + lane];
}

template <typename T, unsigned kItems> void check() {
  Buffer<T> in(kThreads * kItems);
  Buffer<T> out(kThreads * kItems);
  for (unsigned i = 0; i < kThreads * kItems; ++i)
    in[i] = static_cast<T>(i * i % 1009);
  in.upload();
  sums<T, kItems><<<1, kThreads>>>(in.device(), out.device());
  out.download();
  for (unsigned thread = 0; thread < kThreads; ++thread) {
    T sum = 0;
    for (unsigned i = 0; i < kItems; ++i) {
      sum += in[thread * kItems + i];
      EXPECT_EQ_AT(thread * kItems + i, out[thread * kItems + i], sum);
    }
  }
}

template <typename T> void checkNumbers() {
  check<T, 4>();
  check<T, 5>();
  check<T, 7>();
  check<T, 8>();
  check<T, 15>();
  check<T, 16>();
}

int main() {
  checkNumbers<int>();
  checkNumbers<float>();
  checkNumbers<unsigned long long>();
  checkNumbers<double>();
  return ok();
}
