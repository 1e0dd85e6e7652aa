// Shows: a launch returns nothing: its error waits in cudaGetLastError, with a text to print.
// From: X-214 of the textbook.
// Try next: print the error of cudaMalloc for more memory than there is.
#include <cstring>

#include "../example.h"

__global__ void nothing() {}

// Says what went wrong, if something did; nothing on success.
static cudaError_t printLastError() {
  const cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess)
    std::printf("%s\n", cudaGetErrorString(error));
  return error;
}

int main() {
  nothing<<<1, 32>>>();
  EXPECT(printLastError() == cudaSuccess);
  nothing<<<1, 5000>>>(); // more threads than any block may have
  EXPECT(printLastError() == cudaErrorInvalidValue);
  EXPECT(printLastError() == cudaSuccess); // asking has cleared it
  EXPECT(std::strcmp(cudaGetErrorString(cudaSuccess), "no error") == 0);
  CHECK_CUDA(cudaDeviceSynchronize());
  return report();
}
