// cudaLaunchKernel with an argument array, and kernels launched through host function pointers.
// Rows L-082, L-390.
#include "check.h"

__global__ void axpy(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += a * x[i];
}

__global__ void negate(float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = -y[i];
}

__global__ void increment(float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += 1;
}

typedef void (*Step)(float*, int);

int main() {
  int n = 300;
  Buffer<float> x(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = i;
    y[i] = 2 * i;
  }
  x.upload();
  y.upload();
  float a = 3;
  float *dx = x.device(), *dy = y.device();
  void* arguments[] = {&a, &dx, &dy, &n};
  CUDA_CHECK(
      cudaLaunchKernel(reinterpret_cast<const void*>(axpy), dim3(3), dim3(128), arguments, 0, 0));
  CUDA_CHECK(cudaLaunchKernel(axpy, dim3(3), dim3(128), arguments, 0, 0));
  const Step steps[] = {negate, increment, increment};
  for (Step step : steps)
    step<<<3, 128>>>(dy, n);
  y.download();
  for (int i = 0; i < n; ++i)
    EXPECT_EQ_AT(i, y[i], -8.0f * i + 2);
  return ok();
}
