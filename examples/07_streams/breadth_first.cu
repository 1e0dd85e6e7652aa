// Shows: the same work issued step by step, so that devices with one queue overlap more of it.
// From: X-014, X-057, X-103 of the guides.
// Try next: measure both orders with events.
#include "halves.h"

int main() {
  Halves halves;
  cudaStream_t stream[2];
  for (cudaStream_t& s : stream)
    CHECK_CUDA(cudaStreamCreate(&s));
  for (int i = 0; i < 2; ++i)
    halves.copyIn(i, stream[i]);
  for (int i = 0; i < 2; ++i)
    halves.launch(i, stream[i]);
  for (int i = 0; i < 2; ++i)
    halves.copyOut(i, stream[i]);
  for (cudaStream_t s : stream)
    CHECK_CUDA(cudaStreamSynchronize(s));
  halves.check();
  for (cudaStream_t s : stream)
    CHECK_CUDA(cudaStreamDestroy(s));
  return report();
}
