// Shows: a class template and a function template in device code, and a kernel template.
// From: X-181 of the guide.
// Try next: let the compiler find the type from the arguments.
#include "../device_array.h"

const int maxValues = 8;

// Keeps the last few values.
template <class T> class Values {
public:
  __device__ void push(T value) { values_[count_++ % maxValues] = value; }
  __device__ T sum() const {
    T sum = 0;
    for (int i = 0; i < min(count_, maxValues); ++i)
      sum += values_[i];
    return sum;
  }

private:
  T values_[maxValues];
  int count_ = 0;
};

template <class T> __device__ T square(T x) {
  return x * x;
}

template <class T> __global__ void sumOfSquares(T* out, int n) {
  Values<T> values;
  for (int i = 1; i <= n; ++i)
    values.push(square<T>(static_cast<T>(i) / 2));
  *out = values.sum();
}

template <class T> T result(int n) {
  DeviceArray<T> out(1);
  sumOfSquares<T><<<1, 1>>>(out, n);
  return out.values()[0];
}

int main() {
  EXPECT(result<float>(4) == 0.25f + 1 + 2.25f + 4);
  EXPECT(result<double>(10) == (9 + 16 + 25 + 36 + 49 + 64 + 81 + 100) / 4.0);
  EXPECT(result<int>(4) == 0 + 1 + 1 + 4);
  return report();
}
