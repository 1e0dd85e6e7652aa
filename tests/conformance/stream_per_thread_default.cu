// Compiled for per-thread default streams: stream 0 is a stream of the calling host thread, ordered
// with the legacy stream and not with that of other threads. The handles name both kinds.
// rows: R-134 R-140 R-141 R-142 R-143
// nvcc: --default-stream per-thread
#include <thread>

#include "gate.h"

__global__ void set(int* p, int value) {
  *p = value;
}

int main() {

  int *da, *db;
  CUDA_CHECK(cudaMalloc(&da, sizeof(int)));
  CUDA_CHECK(cudaMalloc(&db, sizeof(int)));
  set<<<1, 1>>>(da, 0);
  set<<<1, 1>>>(db, 0);
  CUDA_CHECK(cudaDeviceSynchronize());

  // This thread's default stream is held; another thread's goes on and ends.
  Gate gate;
  gate.close(0);
  set<<<1, 1>>>(da, 1);
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(0));
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(cudaStreamPerThread));
  std::thread([&] {
    EXPECT_CUDA(cudaSuccess, cudaStreamQuery(0)); // another stream
    set<<<1, 1>>>(db, 2);
    CUDA_CHECK(cudaStreamSynchronize(0));
    int value = 0;
    CUDA_CHECK(cudaMemcpy(&value, db, sizeof value, cudaMemcpyDeviceToHost));
    EXPECT_EQ(value, 2);
  }).join();
  // The legacy stream waits for it, as for any blocking stream.
  set<<<1, 1, 0, cudaStreamLegacy>>>(da, 3);
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(cudaStreamLegacy));
  gate.open();
  CUDA_CHECK(cudaStreamSynchronize(cudaStreamLegacy));
  int value = 0;
  CUDA_CHECK(cudaMemcpy(&value, da, sizeof value, cudaMemcpyDeviceToHost));
  EXPECT_EQ(value, 3);

  // And it for the legacy stream.
  Gate legacy;
  legacy.close(cudaStreamLegacy);
  set<<<1, 1, 0, cudaStreamLegacy>>>(da, 4);
  set<<<1, 1>>>(da, 5);
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(0));
  legacy.open();
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaMemcpy(&value, da, sizeof value, cudaMemcpyDeviceToHost));
  EXPECT_EQ(value, 5);
  unsigned flags = 77;
  CUDA_CHECK(cudaStreamGetFlags(cudaStreamPerThread, &flags));
  return ok();
}
