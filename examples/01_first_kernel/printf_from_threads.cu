// Shows: printf with a number of the thread and a float: one line of each thread, in any order.
// From: X-165 of the guide.
// Try next: %8.3f, %e and a string.
#include <string>

#include "../captured_output.h"
#include "../example.h"

__global__ void hello(float f) {
  printf("Hello thread %d, f=%g\n", threadIdx.x, f);
}

int main() {
  const std::string text = capturedOutput([] {
    hello<<<1, 5>>>(1.2345f);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaDeviceSynchronize()); // what the threads print is shown here
  });
  EXPECT(occurrences(text, "\n") == 5);
  for (int i = 0; i < 5; ++i)
    EXPECT(occurrences(text, "Hello thread " + std::to_string(i) + ", f=1.2345\n") == 1);
  return report();
}
