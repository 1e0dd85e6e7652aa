// What the programs with two devices share: a kernel, and what it leaves behind.
#pragma once

#include <vector>

#include "../example.h"

const int count = 1024;
const size_t bytes = count * sizeof(float);

__global__ void number(float* data, float first) {
  data[threadIdx.x] = first + threadIdx.x;
}
__global__ void doubled(float* out, const float* in) {
  out[threadIdx.x] = 2 * in[threadIdx.x];
}

// Ends the program where there are not two devices; Heddle has as many as HEDDLE_DEVICES says.
inline void requireTwoDevices() {
  int devices = 0;
  CHECK_CUDA(cudaGetDeviceCount(&devices));
  if (devices < 2) {
    std::fputs("This program needs two devices.\n", stderr);
    std::exit(2);
  }
}

// Whether memory of any device holds factor * (first + i).
inline bool holds(const float* memory, float factor, float first) {
  std::vector<float> values(count);
  CHECK_CUDA(cudaMemcpy(values.data(), memory, bytes, cudaMemcpyDefault));
  for (int i = 0; i < count; ++i)
    if (values[i] != factor * (first + i))
      return false;
  return true;
}
