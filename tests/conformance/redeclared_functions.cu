// Functions that are declared again with other attributes, or without: the same function.
// Definitions outside of the class often leave them out. Rows L-015, L-016.
// nvcc: -w
#include "check.h"

__host__ __device__ int add(int a, int b);
inline int add(int a, int b) {
  return a + b;
}

template <class T> __host__ __device__ T multiply(const T& a, const T& b);
template <class T> T multiply(const T& a, const T& b) {
  return a * b;
}

__device__ int subtract(int a, int b);
int subtract(int a, int b) {
  return a - b;
}

template <class T> __device__ T divide(const T& a, const T& b);
template <class T> T divide(const T& a, const T& b) {
  return a / b;
}

int first(int x);
__device__ int first(int x) {
  return x + 1;
}

template <class T> T second(T x);
template <class T> __host__ __device__ T second(T x) {
  return x + 2;
}

__host__ __device__ int third(int x);
__device__ int third(int x) {
  return x + 3;
}

__device__ int fourth(int x);
__host__ int fourth(int x) {
  return x + 4;
}

struct Counter {
  __host__ __device__ explicit Counter(int start);
  __host__ __device__ int next();
  __device__ int atThread(int x);
  static __device__ int twice(int x);
  template <class T> __device__ T plus(T x);
  int value;
};
Counter::Counter(int start) : value(start) {}
int Counter::next() {
  return ++value;
}
int Counter::atThread(int x) {
  __syncthreads();
  return value + x * static_cast<int>(threadIdx.x);
}
int Counter::twice(int x) {
  return 2 * x;
}
template <class T> T Counter::plus(T x) {
  return value + x;
}

template <class T> struct Pair {
  __device__ Pair(T x, T y);
  __device__ T sum() const;
  __host__ __device__ T product() const;
  T x, y;
};
template <class T> Pair<T>::Pair(T x, T y) : x(x), y(y) {}
template <class T> T Pair<T>::sum() const {
  return x + y;
}
template <class T> T Pair<T>::product() const {
  return x * y;
}

struct Money {
  friend __host__ __device__ int operator+(Money, int);
  int amount;
};
int operator+(Money money, int more) {
  return money.amount + more;
}

__global__ void onDevice(int* out) {
  const int t = threadIdx.x;
  Counter counter(t);
  Pair<int> pair(t, 5);
  int* of = out + t * 16;
  of[0] = add(t, 1);
  of[1] = multiply(t, 3);
  of[2] = subtract(t, 2);
  of[3] = divide(t, 2);
  of[4] = first(t);
  of[5] = second(t);
  of[6] = third(t);
  of[7] = fourth(t);
  of[8] = counter.next();
  of[9] = counter.atThread(10);
  of[10] = Counter::twice(t);
  of[11] = counter.plus(100);
  of[12] = pair.sum();
  of[13] = pair.product();
  of[14] = Money{t} + 7;
}

int main() {
  Buffer<int> out(64 * 16);
  onDevice<<<1, 64>>>(out.device());
  CUDA_CHECK(cudaDeviceSynchronize());
  out.download();
  for (int t = 0; t < 64; ++t) {
    const int expected[] = {t + 1, t * 3,      t - 2, t / 2,       t + 1, t + 2, t + 3, t + 4,
                            t + 1, 11 * t + 1, 2 * t, t + 1 + 100, t + 5, 5 * t, t + 7};
    for (int i = 0; i < 15; ++i)
      EXPECT_EQ_AT(t * 16 + i, out[t * 16 + i], expected[i]);
  }
  Counter counter(1);
  EXPECT_EQ(counter.next(), 2);
  EXPECT_EQ(add(1, 2), 3);
  EXPECT_EQ(multiply(2, 3), 6);
  EXPECT_EQ(second(1), 3);
  EXPECT_EQ(third(1), 4);
  EXPECT_EQ(fourth(1), 5);
  EXPECT_EQ((Money{1} + 1), 2);
  printf("ok\n");
  return 0;
}
