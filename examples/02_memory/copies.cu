// Shows: cudaMalloc, and cudaMemcpy to the device, within it and back.
// From: X-211 of the textbook.
// Try next: cudaMemcpyDefault, which finds the direction by itself.
#include <cassert>
#include <vector>

#include "../example.h"

int main() {
  const int n = 1024;
  const size_t bytes = n * sizeof(int);
  std::vector<int> sent(n), received(n, -1);
  for (int i = 0; i < n; ++i)
    sent[i] = i * 7;
  int *first, *second;
  CHECK_CUDA(cudaMalloc(&first, bytes));
  CHECK_CUDA(cudaMalloc(&second, bytes));
  CHECK_CUDA(cudaMemcpy(first, sent.data(), bytes, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(second, first, bytes, cudaMemcpyDeviceToDevice));
  CHECK_CUDA(cudaMemcpy(received.data(), second, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    assert(received[i] == sent[i]);
    EXPECT(received[i] == i * 7); // holds without assertions, too
  }
  CHECK_CUDA(cudaFree(first));
  CHECK_CUDA(cudaFree(second));
  return report();
}
