// cudaErrorNotReady of the query calls is an answer, not a recorded error. Rows R-050, R-126,
// R-160.
#include "gate.h"

int main() {
  cudaStream_t stream;
  cudaEvent_t event;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaEventCreate(&event));
  CUDA_CHECK(cudaStreamQuery(stream));
  CUDA_CHECK(cudaEventQuery(event)); // never recorded counts as done
  CUDA_CHECK(cudaEventSynchronize(event));
  Gate gate;
  gate.close(stream);
  CUDA_CHECK(cudaEventRecord(event, stream));
  EXPECT_CUDA(cudaErrorNotReady, cudaStreamQuery(stream));
  EXPECT_CUDA(cudaErrorNotReady, cudaEventQuery(event));
  EXPECT_CUDA(cudaSuccess, cudaPeekAtLastError());
  EXPECT_CUDA(cudaSuccess, cudaGetLastError());
  gate.open();
  CUDA_CHECK(cudaEventSynchronize(event));
  CUDA_CHECK(cudaEventQuery(event));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaStreamQuery(stream));
  CUDA_CHECK(cudaEventDestroy(event));
  CUDA_CHECK(cudaStreamDestroy(stream));
  return ok();
}
