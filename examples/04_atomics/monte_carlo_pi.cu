// Pi by random points: every thread has a generator of its own and counts hits in the circle.
#include <cmath>

#include "example.h"

__device__ float next(unsigned long long& state) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return static_cast<float>(state >> 40) * (1.0f / (1 << 24));
}

__global__ void throwPoints(unsigned long long* hits, int perThread) {
  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long state = (id + 1) * 0x9e3779b97f4a7c15ull;
  unsigned mine = 0;
  for (int i = 0; i < perThread; ++i) {
    float x = next(state), y = next(state);
    if (x * x + y * y < 1)
      ++mine;
  }
  atomicAdd(hits, static_cast<unsigned long long>(mine));
}

int main() {
  const int blocks = 64, threads = 128, perThread = 500;
  unsigned long long *deviceHits, hits = 0;
  CHECK_CUDA(cudaMalloc(&deviceHits, sizeof hits));
  CHECK_CUDA(cudaMemset(deviceHits, 0, sizeof hits));
  throwPoints<<<blocks, threads>>>(deviceHits, perThread);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(&hits, deviceHits, sizeof hits, cudaMemcpyDeviceToHost));
  const double points = static_cast<double>(blocks) * threads * perThread;
  const double pi = 4.0 * static_cast<double>(hits) / points;
  std::printf("%.0f points: pi is about %.4f\n", points, pi);
  cudaFree(deviceHits);
  return report(std::fabs(pi - 3.14159265) < 0.005);
}
