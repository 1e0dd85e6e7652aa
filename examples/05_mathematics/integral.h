// Integrals over an interval as sums of blocks: the rules are objects that give one step's part.
#pragma once

#include "../device_array.h"

template <class Rule>
__global__ void integrate(Rule rule, double low, double width, int steps, double* partial) {
  __shared__ double sums[128];
  double sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < steps; i += gridDim.x * blockDim.x)
    sum += rule(low + i * width, width);
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    partial[blockIdx.x] = sums[0];
}

template <class Rule> double integral(Rule rule, double low, double high, int steps) {
  DeviceArray<double> partial(4);
  integrate<<<4, 128>>>(rule, low, (high - low) / steps, steps, static_cast<double*>(partial));
  double sum = 0;
  for (double value : partial.values())
    sum += value;
  return sum;
}
