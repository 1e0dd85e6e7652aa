// A failing assert() in device code prints its place and ends the launch with cudaErrorAssert.
// Rows R-060, R-044.
#include <assert.h>
#include <string.h>

#include "capture.h"

__global__ void check(int limit) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  assert(id < limit);
}

int main() {
  check<<<3, 40>>>(120);
  CUDA_CHECK(cudaDeviceSynchronize());
  static Capture capture(stderr);
  check<<<3, 40>>>(119);
  cudaError_t error = cudaDeviceSynchronize();
  const char* text = capture.finish();
  EXPECT_CUDA(cudaErrorAssert, error);
  CHECK(strstr(text, "device_assert.cu:") != nullptr);
  CHECK(strstr(text, "block: [2,0,0], thread: [39,0,0] Assertion `id < limit` failed.") != nullptr);
  CHECK(strstr(text, "thread: [38,0,0]") == nullptr);
  EXPECT_CUDA(cudaErrorAssert, cudaDeviceSynchronize());
  return ok();
}
