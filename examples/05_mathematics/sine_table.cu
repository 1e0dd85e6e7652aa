// Shows: an array filled with sines by a grid of more than 65535 blocks: sin, sinf and __sinf.
// From: X-220, T-010 of the textbook, with fewer elements.
// Try next: 10^9 elements, if the device has 4 GB.
#include <cmath>

#include "../device_array.h"

const double pi = 3.14159265358979323846;

struct Precise {
  static __device__ float sine(float x) { return sinf(x); }
};
struct Overloaded {
  static __device__ float sine(float x) { return sin(x); }
};
struct Fast {
  static __device__ float sine(float x) { return __sinf(x); }
};
struct Double {
  static __device__ double sine(double x) { return sin(x); }
};

template <class T, class Function> __global__ void fill(T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = Function::sine(static_cast<T>(i % 360) * static_cast<T>(pi) / 180);
}

template <class T, class Function> double meanError(const char* name) {
  const int threads = 8, blocks = 66000, n = threads * blocks - 3;
  DeviceArray<T> out(n);
  fill<T, Function><<<blocks, threads>>>(out, n);
  double error = 0;
  const std::vector<T> values = out.values();
  for (int i = 0; i < n; ++i)
    error += std::fabs(values[i] - std::sin(i % 360 * pi / 180));
  std::printf("%-20s mean error %.3g\n", name, error / n);
  return error / n;
}

int main() {
  const double precise = meanError<float, Precise>("sinf");
  const double overloaded = meanError<float, Overloaded>("sin of a float");
  const double fast = meanError<float, Fast>("__sinf");
  const double doubles = meanError<double, Double>("sin of a double");
  EXPECT(precise < 1e-7); // half of the mean distance of floats comes from the angle alone
  EXPECT(overloaded == precise);
  EXPECT(fast >= precise && fast < 1e-6);
  EXPECT(doubles < 1e-15);
  return report();
}
