// Shows: extern __shared__, an array whose size comes with the launch.
// From: X-158 of the guide, X-230 of the textbook.
// Try next: ask for more than 48 KiB, which needs cudaFuncSetAttribute.
#include <vector>

#include "../example.h"

extern __shared__ int memory[];

__global__ void reverseAndAverage(const int* in, int* reversed, float* average) {
  int n = blockDim.x, t = threadIdx.x, base = blockIdx.x * n;
  int* values = memory;
  float* sums = reinterpret_cast<float*>(memory + n);
  values[t] = in[base + t];
  __syncthreads();
  reversed[base + t] = values[n - 1 - t];
  sums[t] = static_cast<float>(values[t] + values[(t + 1) % n]);
  __syncthreads();
  average[base + t] = (sums[t] + sums[(t + 2) % n]) / 4;
}

int main() {
  bool right = true;
  for (int n : {32, 100, 512}) {
    const int blocks = 4;
    std::vector<int> in(n * blocks), reversed(n * blocks);
    std::vector<float> average(n * blocks);
    for (int i = 0; i < n * blocks; ++i)
      in[i] = i * i % 97;
    int *deviceIn, *deviceReversed;
    float* deviceAverage;
    CHECK_CUDA(cudaMalloc(&deviceIn, in.size() * sizeof(int)));
    CHECK_CUDA(cudaMalloc(&deviceReversed, in.size() * sizeof(int)));
    CHECK_CUDA(cudaMalloc(&deviceAverage, in.size() * sizeof(float)));
    CHECK_CUDA(cudaMemcpy(deviceIn, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
    size_t sharedBytes = n * (sizeof(int) + sizeof(float));
    reverseAndAverage<<<blocks, n, sharedBytes>>>(deviceIn, deviceReversed, deviceAverage);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaMemcpy(reversed.data(), deviceReversed, in.size() * sizeof(int),
                          cudaMemcpyDeviceToHost));
    CHECK_CUDA(cudaMemcpy(average.data(), deviceAverage, in.size() * sizeof(float),
                          cudaMemcpyDeviceToHost));
    for (int b = 0; b < blocks; ++b) {
      const int* part = in.data() + b * n;
      for (int t = 0; t < n; ++t) {
        float sum =
            static_cast<float>(part[t] + part[(t + 1) % n] + part[(t + 2) % n] + part[(t + 3) % n]);
        right = right && reversed[b * n + t] == part[n - 1 - t] && average[b * n + t] == sum / 4;
      }
    }
    std::printf("blocks of %d threads with %zu bytes of shared memory\n", n, sharedBytes);
    cudaFree(deviceIn);
    cudaFree(deviceReversed);
    cudaFree(deviceAverage);
  }
  return report(right);
}
