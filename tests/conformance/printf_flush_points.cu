// The calls after which a kernel's output has arrived. Row L-352.
#include <string.h>

#include "capture.h"

__global__ void say(int number) {
  printf("line %d\n", number);
}

static Capture* capture;

static void expectLine(int number) {
  char want[32];
  snprintf(want, sizeof want, "line %d\n", number);
  if (strstr(capture->text(), want) == nullptr) {
    capture->finish();
    fprintf(stderr, "line %d has not arrived\n", number);
    exit(1);
  }
}

int main() {
  static Capture instance(stdout);
  capture = &instance;
  cudaStream_t stream;
  cudaEvent_t event;
  Buffer<int> cell(1);
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaEventCreate(&event));
  say<<<1, 1>>>(1);
  CUDA_CHECK(cudaDeviceSynchronize());
  expectLine(1);
  say<<<1, 1, 0, stream>>>(2);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  expectLine(2);
  say<<<1, 1, 0, stream>>>(3);
  CUDA_CHECK(cudaEventRecord(event, stream));
  CUDA_CHECK(cudaEventSynchronize(event));
  expectLine(3);
  say<<<1, 1>>>(4);
  cell.download();
  expectLine(4);
  CUDA_CHECK(cudaEventDestroy(event));
  CUDA_CHECK(cudaStreamDestroy(stream));
  instance.finish();
  return ok();
}
