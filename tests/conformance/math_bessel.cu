// Bessel functions of the first and second kind and the modified ones, which the guide's tables of
// functions do not have.
#include "check.h"

#include <cmath>

__global__ void functions(const double* x, double* d, float* f, int n) {
  int i = threadIdx.x;
  if (i >= n)
    return;
  double v = x[i];
  d[i * 8 + 0] = j0(v);
  d[i * 8 + 1] = j1(v);
  d[i * 8 + 2] = jn(5, v);
  d[i * 8 + 3] = y0(v);
  d[i * 8 + 4] = y1(v);
  d[i * 8 + 5] = yn(3, v);
  d[i * 8 + 6] = cyl_bessel_i0(v);
  d[i * 8 + 7] = cyl_bessel_i1(v);
  float w = (float)v;
  f[i * 8 + 0] = j0f(w);
  f[i * 8 + 1] = j1f(w);
  f[i * 8 + 2] = jnf(5, w);
  f[i * 8 + 3] = y0f(w);
  f[i * 8 + 4] = y1f(w);
  f[i * 8 + 5] = ynf(3, w);
  f[i * 8 + 6] = cyl_bessel_i0f(w);
  f[i * 8 + 7] = cyl_bessel_i1f(w);
}

// I of order 0 and 1: a series whose terms are all positive.
static double modified(int order, double x) {
  double term = order == 0 ? 1.0 : x / 2, sum = term;
  for (int k = 1; k < 200; ++k) {
    term *= x * x / 4 / (k * (k + order));
    sum += term;
  }
  return sum;
}

static void near(int i, double actual, double expected, double tolerance) {
  if (!(std::fabs(actual - expected) <= tolerance * (1 + std::fabs(expected)))) {
    printf("at %d: %.17g, expected %.17g\n", i, actual, expected);
    exit(1);
  }
}

int main() {
  const int n = 32;
  double x[n], d[8 * n];
  float f[8 * n];
  for (int i = 0; i < n; ++i)
    x[i] = 0.25 + 0.75 * i; // exact in float, up to 23.5
  double *deviceX, *deviceD;
  float* deviceF;
  CUDA_CHECK(cudaMalloc(&deviceX, sizeof x));
  CUDA_CHECK(cudaMalloc(&deviceD, sizeof d));
  CUDA_CHECK(cudaMalloc(&deviceF, sizeof f));
  CUDA_CHECK(cudaMemcpy(deviceX, x, sizeof x, cudaMemcpyHostToDevice));
  functions<<<1, 32>>>(deviceX, deviceD, deviceF, n);
  CUDA_CHECK(cudaMemcpy(d, deviceD, sizeof d, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(f, deviceF, sizeof f, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    const double expected[8] = {::j0(x[i]), ::j1(x[i]),    ::jn(5, x[i]),     ::y0(x[i]),
                                ::y1(x[i]), ::yn(3, x[i]), modified(0, x[i]), modified(1, x[i])};
    for (int k = 0; k < 8; ++k) {
      near(i * 8 + k, d[i * 8 + k], expected[k], 1e-11);
      near(i * 8 + k, f[i * 8 + k], expected[k], 5e-6);
    }
  }
  return ok();
}
