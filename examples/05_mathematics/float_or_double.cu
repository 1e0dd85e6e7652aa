// Shows: speed and accuracy of float and double for the same functions.
// From: T-013, homework of the textbook.
// Try next: -use_fast_math, and see which column changes.
#include <cmath>

#include "../device_array.h"

template <class T> __global__ void evaluate(T* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const T x = static_cast<T>(i) / n;
    out[i] = sin(x) + exp(x) * log(x + 1);
  }
}

template <class T> double largestError(const char* name) {
  const int n = 1 << 15;
  DeviceArray<T> out(n);
  cudaEvent_t start, stop;
  CHECK_CUDA(cudaEventCreate(&start));
  CHECK_CUDA(cudaEventCreate(&stop));
  CHECK_CUDA(cudaEventRecord(start));
  evaluate<<<n / 256, 256>>>(static_cast<T*>(out), n);
  CHECK_CUDA(cudaEventRecord(stop));
  const std::vector<T> values = out.values();
  float milliseconds = -1;
  CHECK_CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
  EXPECT(milliseconds >= 0);
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    const double x = static_cast<double>(i) / n;
    worst = std::max(worst, std::fabs(values[i] - (std::sin(x) + std::exp(x) * std::log(x + 1))));
  }
  std::printf("%-6s largest error %.3g, %.3f ms\n", name, worst, milliseconds);
  CHECK_CUDA(cudaEventDestroy(start));
  CHECK_CUDA(cudaEventDestroy(stop));
  return worst;
}

int main() {
  const double ofFloat = largestError<float>("float"), ofDouble = largestError<double>("double");
  EXPECT(ofDouble < ofFloat);
  EXPECT(ofFloat < 2e-6 && ofDouble < 4e-15);
  return report();
}
