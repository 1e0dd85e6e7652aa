// Shows: the time of work in two streams, between two events of the default stream.
// From: X-016, X-065, X-105 of the guides, X-215 of the textbook.
// Try next: the second event in one of the streams: what does it measure?
#include <string>

#include "../captured_output.h"
#include "halves.h"

static float elapsed() {
  Halves halves;
  cudaStream_t stream[2];
  for (cudaStream_t& s : stream)
    CHECK_CUDA(cudaStreamCreate(&s));
  cudaEvent_t start, stop;
  CHECK_CUDA(cudaEventCreate(&start));
  CHECK_CUDA(cudaEventCreate(&stop));

  CHECK_CUDA(cudaEventRecord(start, 0));
  for (int i = 0; i < 2; ++i) {
    halves.copyIn(i, stream[i]);
    halves.launch(i, stream[i]);
    halves.copyOut(i, stream[i]);
  }
  CHECK_CUDA(cudaEventRecord(stop, 0)); // the default stream waits for the others
  CHECK_CUDA(cudaEventSynchronize(stop));
  float milliseconds = -1;
  CHECK_CUDA(cudaEventElapsedTime(&milliseconds, start, stop));
  halves.check();

  CHECK_CUDA(cudaEventDestroy(start));
  CHECK_CUDA(cudaEventDestroy(stop));
  for (cudaStream_t s : stream)
    CHECK_CUDA(cudaStreamDestroy(s));
  return milliseconds;
}

int main() {
  float milliseconds = -1;
  const std::string text = capturedOutput([&] {
    milliseconds = elapsed();
    std::printf("Time spent executing by the GPU: %.2f millseconds\n", milliseconds);
  });
  EXPECT(milliseconds > 0);
  EXPECT(occurrences(text, "Time spent executing by the GPU: ") == 1);
  return report();
}
