// The legacy default stream waits for all earlier work of ordinary streams, and their later work
// waits for it. Rows R-140, R-141, R-143, R-149.
#include <unistd.h>

#include "check.h"

__global__ void store(int* p, int value) {
  *p = value;
}
__global__ void copyAndAdd(int* to, const int* from, int by) {
  *to = *from + by;
}

static void CUDART_CB pause(void*) {
  usleep(50000);
}

int main() {
  cudaStream_t a, b;
  CUDA_CHECK(cudaStreamCreate(&a));
  CUDA_CHECK(cudaStreamCreate(&b));
  Buffer<int> cells(4);
  for (int round = 1; round <= 2; ++round) {
    CUDA_CHECK(cudaLaunchHostFunc(a, pause, nullptr));
    store<<<1, 1, 0, a>>>(cells.device(), 10 * round);
    copyAndAdd<<<1, 1>>>(cells.device() + 1, cells.device(), 1);
    CUDA_CHECK(cudaLaunchHostFunc(0, pause, nullptr));
    copyAndAdd<<<1, 1>>>(cells.device() + 2, cells.device() + 1, 1);
    copyAndAdd<<<1, 1, 0, b>>>(cells.device() + 3, cells.device() + 2, 1);
    CUDA_CHECK(cudaStreamSynchronize(b));
    cells.download();
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ_AT(i, cells[i], 10 * round + i);
  }
  CUDA_CHECK(cudaStreamDestroy(a));
  CUDA_CHECK(cudaStreamDestroy(b));
  return ok();
}
