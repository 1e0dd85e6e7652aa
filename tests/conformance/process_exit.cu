// A process may end with work pending, and destructors of its static objects may call the runtime,
// whatever it answers then.
// rows: R-005 R-063
#include "check.h"

__global__ void busy(long long cycles, int* out) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
  *out = 1;
}

struct AtExit {
  int* memory = nullptr;
  ~AtExit() {
    // Success, or an error that says that the runtime is going away.
    cudaStreamSynchronize(0);
    cudaFree(memory);
    cudaGetLastError();
    puts("ok");
  }
};
static AtExit atExit;

int main() {
  CUDA_CHECK(cudaMalloc(&atExit.memory, sizeof(int)));
  busy<<<1, 1>>>(10000000, atExit.memory);
  CUDA_CHECK(cudaGetLastError());
  return 0;
}
