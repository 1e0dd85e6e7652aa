// A stream waits for an event of another one, for the recording made before the wait. Rows R-128,
// R-157 to R-160.
#include "gate.h"

__global__ void store(int* p, int value) {
  *p = value;
}
__global__ void append(int* log, int* count, const int* value) {
  log[(*count)++] = *value;
}

int main() {
  cudaStream_t a, b;
  CUDA_CHECK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
  cudaEvent_t written, read;
  CUDA_CHECK(cudaEventCreateWithFlags(&written, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventCreate(&read));
  Buffer<int> cell(1), log(30), count(1);
  // Load both kernels before the gate closes: loading code may wait for the device.
  store<<<1, 1>>>(cell.device(), 0);
  append<<<1, 1>>>(log.device(), count.device(), cell.device());
  CUDA_CHECK(cudaMemset(count.device(), 0, sizeof(int)));
  CUDA_CHECK(cudaDeviceSynchronize());
  Gate gate;
  gate.close(a);
  for (int i = 0; i < 20; ++i) {
    if (i > 0)
      CUDA_CHECK(cudaStreamWaitEvent(a, read, 0));
    store<<<1, 1, 0, a>>>(cell.device(), i * 3);
    CUDA_CHECK(cudaEventRecord(written, a));
    CUDA_CHECK(cudaStreamWaitEvent(b, written, 0));
    append<<<1, 1, 0, b>>>(log.device(), count.device(), cell.device());
    CUDA_CHECK(cudaEventRecord(read, b));
  }
  EXPECT_CUDA(cudaErrorNotReady, cudaEventQuery(read));
  gate.open();
  CUDA_CHECK(cudaEventSynchronize(read));
  CUDA_CHECK(cudaStreamQuery(a));
  log.download();
  count.download();
  EXPECT_EQ(count[0], 20);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ_AT(i, log[i], i * 3);
  CUDA_CHECK(cudaEventDestroy(written));
  CUDA_CHECK(cudaEventDestroy(read));
  CUDA_CHECK(cudaStreamDestroy(a));
  CUDA_CHECK(cudaStreamDestroy(b));
  return ok();
}
