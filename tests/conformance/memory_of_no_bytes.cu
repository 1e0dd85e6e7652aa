// Stream-ordered allocation of no bytes succeeds and gives a null pointer, which can be freed.
// nvcc: -lcuda
#include "driver.h"

int main() {
  usePrimaryContext();
  CUdeviceptr pointer = 7;
  DRIVER_CHECK(cuMemAllocAsync(&pointer, 0, nullptr));
  EXPECT_EQ(pointer, 0u);
  void* runtimePointer = &pointer;
  CUDA_CHECK(cudaMallocAsync(&runtimePointer, 0, 0));
  CHECK(runtimePointer == nullptr);
  return ok();
}
