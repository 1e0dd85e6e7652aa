// Threads of a warp and of a block that write one place without atomics: one of the written values
// is there afterwards, whole, and nothing beside it changes. Rows H-011, H-122, H-126, H-133.
#include "check.h"

template <class T> struct Places {
  T before, written, after;
};

template <class T> __device__ T valueOf(int thread) {
  // The same byte in all places, so that a mixture of two threads' bytes would show.
  unsigned long long byte = thread % 251 + 1;
  return static_cast<T>(byte * 0x0101010101010101ull);
}

template <class T> __global__ void write(Places<T>* global, Places<T>* fromShared, int first) {
  __shared__ Places<T> shared;
  int t = threadIdx.x;
  if (t == 0)
    shared.before = shared.written = shared.after = T(0);
  __syncthreads();
  if (t >= first) {
    global->written = valueOf<T>(t);
    shared.written = valueOf<T>(t);
  }
  __syncthreads();
  if (t == 0)
    *fromShared = shared;
}

template <class T> void check(const Places<T>& places, int first, int threads) {
  EXPECT_EQ(places.before, T(0));
  EXPECT_EQ(places.after, T(0));
  bool found = false;
  for (int t = first; t < threads; ++t) {
    unsigned long long byte = t % 251 + 1;
    found |= places.written == static_cast<T>(byte * 0x0101010101010101ull);
  }
  CHECK(found);
}

template <class T> void run() {
  for (int threads : {32, 33, 100, 256})
    for (int first : {0, 5, threads - 1}) {
      Buffer<Places<T>> global(1), shared(1);
      write<T><<<1, threads>>>(global.device(), shared.device(), first);
      global.download();
      shared.download();
      check(global[0], first, threads);
      check(shared[0], first, threads);
    }
}

int main() {
  run<unsigned char>();
  run<unsigned short>();
  run<unsigned>();
  run<unsigned long long>();
  return ok();
}
