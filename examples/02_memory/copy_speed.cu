// Shows: how fast arrays of growing size are copied to the device and back, timed with events.
// From: T-006, a lab of the textbook.
// Try next: page-locked memory from cudaMallocHost, and larger arrays.
#include <vector>

#include "../example.h"

static float milliseconds(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  cudaEvent_t start, stop;
  CHECK_CUDA(cudaEventCreate(&start));
  CHECK_CUDA(cudaEventCreate(&stop));
  CHECK_CUDA(cudaEventRecord(start));
  CHECK_CUDA(cudaMemcpy(to, from, bytes, kind));
  CHECK_CUDA(cudaEventRecord(stop));
  CHECK_CUDA(cudaEventSynchronize(stop));
  float time = -1;
  CHECK_CUDA(cudaEventElapsedTime(&time, start, stop));
  CHECK_CUDA(cudaEventDestroy(start));
  CHECK_CUDA(cudaEventDestroy(stop));
  return time;
}

int main() {
  std::printf("%10s %16s %16s\n", "bytes", "to the device", "from the device");
  for (size_t bytes = 1 << 12; bytes <= 1 << 24; bytes <<= 3) {
    std::vector<char> sent(bytes), received(bytes);
    for (size_t i = 0; i < bytes; ++i)
      sent[i] = static_cast<char>(i * 31 >> 5);
    char* memory;
    CHECK_CUDA(cudaMalloc(&memory, bytes));
    const float there = milliseconds(memory, sent.data(), bytes, cudaMemcpyHostToDevice);
    const float back = milliseconds(received.data(), memory, bytes, cudaMemcpyDeviceToHost);
    EXPECT(there >= 0 && back >= 0);
    EXPECT(received == sent);
    std::printf("%10zu %13.3f ms %13.3f ms\n", bytes, there, back);
    CHECK_CUDA(cudaFree(memory));
  }
  return report();
}
