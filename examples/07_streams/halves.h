// An array in page-locked memory whose halves go through two streams, for the programs about them.
#pragma once

#include "../example.h"

const int perStream = 4096, elements = 2 * perStream;
const size_t halfBytes = perStream * sizeof(float);

__global__ void scale(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 3 * in[i] + 1;
}

class Halves {
public:
  Halves() {
    CHECK_CUDA(cudaMallocHost(&host_, 2 * halfBytes));
    CHECK_CUDA(cudaMalloc(&input_, 2 * halfBytes));
    CHECK_CUDA(cudaMalloc(&output_, 2 * halfBytes));
    for (int i = 0; i < elements; ++i)
      host_[i] = static_cast<float>(i);
  }
  ~Halves() {
    cudaFreeHost(host_);
    cudaFree(input_);
    cudaFree(output_);
  }

  void copyIn(int half, cudaStream_t stream) {
    CHECK_CUDA(cudaMemcpyAsync(input_ + half * perStream, host_ + half * perStream, halfBytes,
                               cudaMemcpyHostToDevice, stream));
  }
  void launch(int half, cudaStream_t stream) {
    const int first = half * perStream;
    scale<<<perStream / 256, 256, 0, stream>>>(output_ + first, input_ + first, perStream);
    CHECK_CUDA(cudaGetLastError());
  }
  void copyOut(int half, cudaStream_t stream) {
    CHECK_CUDA(cudaMemcpyAsync(host_ + half * perStream, output_ + half * perStream, halfBytes,
                               cudaMemcpyDeviceToHost, stream));
  }

  // All work must have ended, and each half have been worked on once.
  void check() const {
    for (int i = 0; i < elements; ++i)
      EXPECT(host_[i] == 3.0f * i + 1);
  }

private:
  float *host_, *input_, *output_;
};
