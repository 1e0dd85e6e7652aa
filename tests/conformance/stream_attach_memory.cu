// Managed memory attached to a stream, to all and to the host; not while the stream is captured.
// rows: R-139
#include "check.h"

__global__ void set(int* p) {
  *p = 7;
}

int main() {
  int* p;
  CUDA_CHECK(cudaMallocManaged(&p, 4096));
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  for (unsigned flags : {unsigned(cudaMemAttachSingle), unsigned(cudaMemAttachHost),
                         unsigned(cudaMemAttachGlobal)}) {
    CUDA_CHECK(cudaStreamAttachMemAsync(stream, p, 0, flags));
    CUDA_CHECK(cudaStreamSynchronize(stream));
  }
  set<<<1, 1, 0, stream>>>(p);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  EXPECT_EQ(*p, 7);
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  CHECK(cudaStreamAttachMemAsync(stream, p, 0, cudaMemAttachSingle) != cudaSuccess);
  cudaGetLastError();
  cudaGraph_t graph = nullptr;
  cudaStreamEndCapture(stream, &graph);
  cudaGetLastError();
  CUDA_CHECK(cudaDeviceSynchronize());
  return ok();
}
