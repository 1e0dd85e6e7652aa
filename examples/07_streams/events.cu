// Shows: events are made, recorded in a stream, waited for, asked and destroyed.
// From: X-015, X-064, X-104 of the guides.
// Try next: cudaStreamWaitEvent, so that another stream waits.
#include "halves.h"

int main() {
  cudaEvent_t start, stop;
  CHECK_CUDA(cudaEventCreate(&start));
  CHECK_CUDA(cudaEventCreate(&stop));
  EXPECT(start != stop);
  EXPECT(cudaEventQuery(start) ==
         cudaSuccess); // nothing was recorded, so there is nothing to wait for

  Halves halves;
  CHECK_CUDA(cudaEventRecord(start, 0));
  for (int i = 0; i < 2; ++i) {
    halves.copyIn(i, 0);
    halves.launch(i, 0);
    halves.copyOut(i, 0);
  }
  CHECK_CUDA(cudaEventRecord(stop, 0));
  CHECK_CUDA(cudaEventSynchronize(stop));
  EXPECT(cudaEventQuery(start) == cudaSuccess && cudaEventQuery(stop) == cudaSuccess);
  halves.check(); // all that came before the event has been done
  CHECK_CUDA(cudaEventDestroy(start));
  CHECK_CUDA(cudaEventDestroy(stop));
  return report();
}
