// Shows: printf under a condition, so that one thread speaks for all.
// From: X-166 of the guide.
// Try next: one line for each block of a larger grid.
#include <string>

#include "../captured_output.h"
#include "../example.h"

__global__ void hello(float f) {
  if (threadIdx.x == 0)
    printf("Hello thread %d, f=%g\n", threadIdx.x, f);
}

int main() {
  const std::string text = capturedOutput([] {
    hello<<<1, 5>>>(1.2345f);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaDeviceSynchronize());
  });
  EXPECT(text == "Hello thread 0, f=1.2345\n");
  return report();
}
