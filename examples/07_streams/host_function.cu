// Shows: a function of the host that runs when a stream has come to it.
// From: X-058 of the guide.
// Try next: call CUDA in it, which is not allowed, and look at the error.
#include <string>

#include "../captured_output.h"
#include "halves.h"

static void CUDART_CB say(void* number) {
  std::printf("Inside callback %d\n", *static_cast<int*>(number));
}

int main() {
  Halves halves;
  int numbers[2] = {0, 1};
  cudaStream_t stream[2];
  for (cudaStream_t& s : stream)
    CHECK_CUDA(cudaStreamCreate(&s));
  const std::string text = capturedOutput([&] {
    for (int i = 0; i < 2; ++i) {
      halves.copyIn(i, stream[i]);
      halves.launch(i, stream[i]);
      halves.copyOut(i, stream[i]);
      CHECK_CUDA(cudaLaunchHostFunc(stream[i], say, &numbers[i]));
    }
    CHECK_CUDA(cudaDeviceSynchronize());
  });
  EXPECT(occurrences(text, "Inside callback 0\n") == 1);
  EXPECT(occurrences(text, "Inside callback 1\n") == 1);
  EXPECT(occurrences(text, "\n") == 2);
  halves.check();
  for (cudaStream_t s : stream)
    CHECK_CUDA(cudaStreamDestroy(s));
  return report();
}
