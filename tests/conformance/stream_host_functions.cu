// Host functions run in stream order, after the work before them and before the work after them.
// Rows R-135 to R-137.
#include "check.h"

__global__ void store(int* p, int value) {
  *p = value;
}

struct Log {
  int* pinned;
  int values[20];
  int count;
};

static void CUDART_CB note(void* data) {
  Log* log = static_cast<Log*>(data);
  log->values[log->count++] = *log->pinned;
}

static void CUDART_CB callback(cudaStream_t, cudaError_t status, void* data) {
  note(data);
  if (status != cudaSuccess)
    static_cast<Log*>(data)->values[19] = -1;
}

int main() {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  Log log = {};
  Buffer<int> p(1);
  CUDA_CHECK(cudaMallocHost(&log.pinned, sizeof(int)));
  for (int i = 0; i < 10; ++i) {
    store<<<1, 1, 0, stream>>>(p.device(), i * i);
    CUDA_CHECK(
        cudaMemcpyAsync(log.pinned, p.device(), sizeof(int), cudaMemcpyDeviceToHost, stream));
    if (i % 3 == 2)
      CUDA_CHECK(cudaStreamAddCallback(stream, callback, &log, 0));
    else
      CUDA_CHECK(cudaLaunchHostFunc(stream, note, &log));
  }
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(log.count, 10);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ_AT(i, log.values[i], i * i);
  EXPECT_EQ(log.values[19], 0);
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFreeHost(log.pinned));
  return ok();
}
