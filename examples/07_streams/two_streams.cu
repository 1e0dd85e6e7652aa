// Shows: two streams, each with a copy, a kernel and a copy back; destroyed while they work.
// From: X-011, X-012, X-013, X-054, X-055, X-056, X-100, X-101, X-102 of the guides.
// Try next: breadth_first.cu, the same work in another order.
#include "halves.h"

int main() {
  Halves halves;
  cudaStream_t stream[2];
  for (cudaStream_t& s : stream)
    CHECK_CUDA(cudaStreamCreate(&s));
  for (int i = 0; i < 2; ++i) {
    halves.copyIn(i, stream[i]);
    halves.launch(i, stream[i]);
    halves.copyOut(i, stream[i]);
  }
  // Whether this waits is the system's choice; the work is done in any case.
  for (cudaStream_t s : stream)
    CHECK_CUDA(cudaStreamDestroy(s));
  CHECK_CUDA(cudaDeviceSynchronize());
  halves.check();
  return report();
}
