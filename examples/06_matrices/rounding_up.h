// Sizes rounded up to whole blocks, as the textbook's programs with matrices do, and their clock.
#pragma once

#include "../device_array.h"

const int blockSize = 16;

// The next multiple of the block's size.
inline int roundedUp(int size) {
  return (size + blockSize - 1) / blockSize * blockSize;
}

// Runs a launch, prints the kernel's time and gives it back.
template <class Launch> float kernelTime(Launch launch) {
  cudaEvent_t start, stop;
  CHECK_CUDA(cudaEventCreate(&start));
  CHECK_CUDA(cudaEventCreate(&stop));
  CHECK_CUDA(cudaEventRecord(start));
  launch();
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaEventRecord(stop));
  CHECK_CUDA(cudaEventSynchronize(stop));
  float milliseconds = -1;
  CHECK_CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
  CHECK_CUDA(cudaEventDestroy(start));
  CHECK_CUDA(cudaEventDestroy(stop));
  std::printf("KernelTime: %.2f milliseconds\n", milliseconds);
  return milliseconds;
}
