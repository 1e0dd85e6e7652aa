// Shows: two contexts on two devices: one uses memory of the other, and a copy between them.
// From: of the guide.
// Try next: cuMemcpyPeerAsync.
// nvcc: -lcuda
// ptx: kernels/vector_add.cu
// env: HEDDLE_DEVICES=2
#include "driver.h"

int main() {
  CHECK_DRIVER(cuInit(0));
  int count = 0;
  CHECK_DRIVER(cuDeviceGetCount(&count));
  if (count < 2) {
    std::fputs("This program needs two devices.\n", stderr);
    return 2;
  }
  const driver::Context first(0), second(1); // the last one is current
  int canAccess = 0;
  CHECK_DRIVER(cuDeviceCanAccessPeer(&canAccess, 1, 0));
  EXPECT(canAccess == 1);

  int n = 512;
  std::vector<float> values(n), twice(n);
  for (int i = 0; i < n; ++i) {
    values[i] = 1.5f * i;
    twice[i] = 3.0f * i;
  }
  CHECK_DRIVER(cuCtxSetCurrent(first));
  CUdeviceptr p0 = driver::copied(values);

  CHECK_DRIVER(cuCtxSetCurrent(second));
  CHECK_DRIVER(cuCtxEnablePeerAccess(first, 0));
  CUmodule module;
  CUfunction vecAdd;
  CHECK_DRIVER(cuModuleLoad(&module, "vector_add.ptx"));
  CHECK_DRIVER(cuModuleGetFunction(&vecAdd, module, "VecAdd"));
  CUdeviceptr p1;
  CHECK_DRIVER(cuMemAlloc(&p1, n * sizeof(float)));
  void* arguments[] = {&p0, &p0, &p1, &n}; // reads memory of the other device
  CHECK_DRIVER(cuLaunchKernel(vecAdd, 2, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT(driver::valuesOf<float>(p1, n) == twice);

  CHECK_DRIVER(cuMemcpyPeer(p0, first, p1, second, n * sizeof(float)));
  CHECK_DRIVER(cuCtxSetCurrent(first));
  EXPECT(driver::valuesOf<float>(p0, n) == twice);
  return report();
}
