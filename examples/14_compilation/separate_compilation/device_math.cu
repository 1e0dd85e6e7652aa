// The device functions and the device variable that main.cu uses.
#include "device_math.h"

__device__ int evaluations = 0;

__device__ float Polynomial::operator()(float x) const {
  atomicAdd(&evaluations, 1);
  return ((coefficients[3] * x + coefficients[2]) * x + coefficients[1]) * x + coefficients[0];
}

// Simpson's rule, exact for polynomials of this degree but for rounding.
__device__ float integrate(const Polynomial& p, float low, float high, int steps) {
  float width = (high - low) / steps, sum = 0;
  for (int i = 0; i < steps; ++i) {
    float a = low + i * width;
    sum += p(a) + 4 * p(a + width / 2) + p(a + width);
  }
  return sum * width / 6;
}
