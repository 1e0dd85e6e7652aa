// Shows: a stream of the highest and one of the lowest priority, apart from the default stream.
// From: X-059 of the guide.
// Try next: a priority out of the range, which is brought into it.
#include "halves.h"

int main() {
  int lowest = 1, highest = 1;
  CHECK_CUDA(cudaDeviceGetStreamPriorityRange(&lowest, &highest));
  std::printf("priorities from %d to %d\n", lowest, highest);
  EXPECT(highest <= lowest); // smaller numbers go first

  cudaStream_t stream[2];
  CHECK_CUDA(cudaStreamCreateWithPriority(&stream[0], cudaStreamNonBlocking, highest));
  CHECK_CUDA(cudaStreamCreateWithPriority(&stream[1], cudaStreamNonBlocking, lowest));
  const int expected[2] = {highest, lowest};
  Halves halves;
  for (int i = 0; i < 2; ++i) {
    int priority = 1;
    unsigned flags = 0;
    CHECK_CUDA(cudaStreamGetPriority(stream[i], &priority));
    CHECK_CUDA(cudaStreamGetFlags(stream[i], &flags));
    EXPECT(priority == expected[i] && flags == cudaStreamNonBlocking);
    halves.copyIn(i, stream[i]);
    halves.launch(i, stream[i]);
    halves.copyOut(i, stream[i]);
  }
  for (cudaStream_t s : stream) {
    CHECK_CUDA(cudaStreamSynchronize(s));
    CHECK_CUDA(cudaStreamDestroy(s));
  }
  halves.check();
  return report();
}
