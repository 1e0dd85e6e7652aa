// Kernel templates: type, value and template arguments, deduced and explicit, specialised,
// variadic. Rows L-375, P-013.
#include "check.h"

template <class T> __global__ void scale(T* p, T by) {
  p[threadIdx.x] *= by;
}

template <int N, bool Reverse> __global__ void fill(int* p) {
  __shared__ int tile[N];
  int t = threadIdx.x;
  tile[t] = t;
  __syncthreads();
  p[t] = Reverse ? tile[N - 1 - t] : tile[t];
}

template <class T> struct Traits {
  static __device__ int code() { return 1; }
};
template <> struct Traits<float> {
  static __device__ int code() { return 2; }
};
template <class T> struct Traits<T*> {
  static __device__ int code() { return 10 + Traits<T>::code(); }
};

template <class... Ts> __global__ void codes(int* out) {
  int values[] = {Traits<Ts>::code()...};
  for (unsigned i = 0; i < sizeof...(Ts); ++i)
    out[i] = values[i];
}

template <class... Ts> __global__ void sum(double* out, Ts... values) {
  *out = (static_cast<double>(values) + ... + 0.0);
}

template <template <class> class Box, class T> __global__ void unbox(T* out, Box<T> box) {
  *out = box.value;
}
template <class T> struct Holder {
  T value;
};

template <class T> void testScale(T by) {
  Buffer<T> p(40);
  for (int i = 0; i < 40; ++i)
    p[i] = static_cast<T>(i);
  p.upload();
  scale<<<1, 40>>>(p.device(), by);
  scale<T><<<1, 40>>>(p.device(), by);
  p.download();
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ_AT(i, p[i], static_cast<T>(i * by * by));
}

int main() {
  testScale<int>(3);
  testScale<float>(0.5f);
  testScale<double>(-2.5);
  testScale<unsigned char>(3);
  testScale<long long>(1LL << 20);
  Buffer<int> p(33);
  fill<33, true><<<1, 33>>>(p.device());
  p.download();
  for (int i = 0; i < 33; ++i)
    EXPECT_EQ_AT(i, p[i], 32 - i);
  fill<20, false><<<1, 20>>>(p.device());
  p.download();
  EXPECT_EQ(p[7], 7);
  codes<int, float, float*, int**><<<1, 1>>>(p.device());
  p.download();
  EXPECT_EQ(p[0], 1);
  EXPECT_EQ(p[1], 2);
  EXPECT_EQ(p[2], 12);
  EXPECT_EQ(p[3], 21);
  Buffer<double> d(1);
  sum<<<1, 1>>>(d.device(), 1, 2.5f, 'a', 4LL, short(-3));
  d.download();
  EXPECT_EQ(d[0], 1 + 2.5 + 'a' + 4 - 3);
  sum<<<1, 1>>>(d.device());
  d.download();
  EXPECT_EQ(d[0], 0.0);
  unbox<<<1, 1>>>(d.device(), Holder<double>{6.5});
  d.download();
  EXPECT_EQ(d[0], 6.5);
  return ok();
}
