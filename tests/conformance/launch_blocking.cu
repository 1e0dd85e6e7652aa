// CUDA_LAUNCH_BLOCKING: a launch returns when the kernel has finished, and what the kernel has
// printed has arrived then. rows: P-032, P-033
#include <stdlib.h>
#include <string.h>

#include "capture.h"

__global__ void work(volatile int* done) {
  const long long start = clock64();
  while (clock64() - start < 3000000)
    ;
  *done += 1;
}

__global__ void say(int number) {
  printf("line %d\n", number);
}

int main() {
  CHECK(setenv("CUDA_LAUNCH_BLOCKING", "1", 1) == 0);
  int* done;
  CUDA_CHECK(cudaHostAlloc(&done, sizeof *done, cudaHostAllocMapped));
  *done = 0;
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int i = 0; i < 5; ++i) {
    work<<<1, 1, 0, i % 2 ? stream : nullptr>>>(done);
    EXPECT_EQ_AT(i, *static_cast<volatile int*>(done), i + 1);
    CUDA_CHECK(cudaStreamQuery(i % 2 ? stream : nullptr));
  }
  Capture capture(stdout);
  say<<<1, 1>>>(1);
  const bool first = strcmp(capture.text(), "line 1\n") == 0;
  say<<<1, 1, 0, stream>>>(2);
  const bool second = strcmp(capture.finish(), "line 1\nline 2\n") == 0;
  CHECK(first);
  CHECK(second);
  CUDA_CHECK(cudaDeviceSynchronize());
  return ok();
}
