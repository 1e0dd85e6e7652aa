// Shows: a whole program with its printed table: squares and negative numbers, added.
// From: X-219 of the textbook.
// Try next: products in place of sums.
#include <string>

#include "../captured_output.h"
#include "../example.h"

const int n = 128;

__global__ void add(const int* a, const int* b, int* c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

static void printSums() {
  int a[n], b[n], c[n];
  for (int i = 0; i < n; ++i) {
    a[i] = i * i;
    b[i] = -i;
  }
  int *deviceA, *deviceB, *deviceC;
  CHECK_CUDA(cudaMalloc(&deviceA, sizeof a));
  CHECK_CUDA(cudaMalloc(&deviceB, sizeof b));
  CHECK_CUDA(cudaMalloc(&deviceC, sizeof c));
  CHECK_CUDA(cudaMemcpy(deviceA, a, sizeof a, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(deviceB, b, sizeof b, cudaMemcpyHostToDevice));
  add<<<n, 1>>>(deviceA, deviceB, deviceC);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(c, deviceC, sizeof c, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    std::printf("%d + %d = %d\n", a[i], b[i], c[i]);
  CHECK_CUDA(cudaFree(deviceA));
  CHECK_CUDA(cudaFree(deviceB));
  CHECK_CUDA(cudaFree(deviceC));
}

int main() {
  const std::string text = capturedOutput(printSums);
  std::string expected;
  for (int i = 0; i < n; ++i)
    expected += std::to_string(i * i) + " + " + std::to_string(-i) + " = " +
                std::to_string(i * i - i) + "\n";
  EXPECT(text == expected);
  EXPECT(text.rfind("0 + 0 = 0\n1 + -1 = 0\n4 + -2 = 2\n", 0) == 0);
  return report();
}
